package io.github.lockstarter.faults;

import java.time.Duration;

import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.jvm.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.awaitility.Awaitility.await;

/**
 * Child JVMs that share locks and now and then want one alone, while some are killed or
 * stand still.
 */
class SharedUnderFaultsIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(2);

	private static final Duration SECOND = Duration.ofSeconds(1);

	private Arena arena;

	private ChildJvm start(LockKind kind) {
		WorkloadPlan plan = new WorkloadPlan(kind, Workload.SHARES, 4, 1, LEASE, 10);
		this.arena = new Arena("shared-" + kind, plan, EmbeddedRedis.start()).proxied().start(3);
		return this.arena.children().get(0);
	}

	@ParameterizedTest
	@EnumSource(names = { "READERS", "PERMITS" })
	void theSharesOfAKilledJvmEnd(LockKind kind) {
		ChildJvm killed = start(kind);
		this.arena.kill(killed);
		awaitOneThatIsAlone();
		this.arena.work(SECOND);
		this.arena.stop().assertSafe();
		String key = this.arena.plan().key(0);
		this.arena.observer().lock(key).permits(5, 5).acquire().close();
	}

	@ParameterizedTest
	@EnumSource(names = { "READERS", "PERMITS" })
	void whoStandsStillBeyondItsLeaseDoesNotRelyOnItsShare(LockKind kind) {
		ChildJvm still = start(kind);
		for (int round = 0; round < 3; round++) {
			still.pause();
			awaitOneThatIsAlone();
			still.resume();
			this.arena.work(SECOND);
		}
		this.arena.stop().assertSafe();
	}

	@ParameterizedTest
	@EnumSource(names = { "READERS", "PERMITS" })
	void lostGrantsHoldUpNobodyForLong(LockKind kind) {
		start(kind);
		this.arena.proxy().dropMessages(3);
		this.arena.work(LEASE.multipliedBy(2));
		this.arena.proxy().heal();
		this.arena.stop().assertSafe().assertEverybodyIsServed();
	}

	/** It waits for all that share the lock, and for those that never leave. */
	private void awaitOneThatIsAlone() {
		long now = System.nanoTime();
		await().until(() -> this.arena.history()
			.grants()
			.anyMatch((grant) -> grant.permits() == 0 && grant.nanos() - now > LEASE.toNanos()));
	}

	@AfterEach
	void close() {
		this.arena.close();
	}

}
