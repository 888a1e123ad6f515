package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.LockInfo.Holder;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.awaitility.Awaitility.await;

/**
 * Child JVMs that share locks and now and then want one alone.
 */
@Full
class SharedUnderFaultsIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(2);

	/** Permits of the dead return soon, and all of them are in use now and then. */
	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final int PERMITS = 5;

	private Arena arena;

	private void start(LockKind kind, int threads, int children) {
		WorkloadPlan plan = new WorkloadPlan(kind, Workload.SHARES, threads, 1, LEASE, 10);
		this.arena = new Arena("shared-" + kind, plan, EmbeddedRedis.start()).proxied().start(children);
	}

	@ParameterizedTest
	@EnumSource(names = { "READERS", "PERMITS" })
	void lostGrantsHoldUpNobodyForLong(LockKind kind) {
		start(kind, 4, 3);
		this.arena.network((proxy) -> proxy.dropMessages(3));
		this.arena.work(LEASE.multipliedBy(2));
		this.arena.network(RespProxy::heal);
		long healedAt = this.arena.faultIsOver();
		this.arena.assertEveryThreadIsServedAfter(healedAt);
		this.arena.stop().assertSafe().assertEverybodyIsServed().assertClosedForNoLongerThanALease(healedAt);
	}

	@Test
	void fiftyThreadsNeverUseMoreThanFivePermitsAndNoneIsLostWithThoseThatAreKilled() {
		start(LockKind.PERMITS, 25, 2);
		for (int round = 0; round < 2; round++) {
			ChildJvm holder = Roles.freezeHolder(this.arena);
			this.arena.kill(holder);
			this.arena.start(1);
			long startedAt = System.nanoTime();
			await().atMost(PATIENCE).until(this::allPermitsAreInUse);
			this.arena.assertEveryThreadIsServedAfter(startedAt);
		}
		this.arena.stop().assertSafe();
	}

	/**
	 * By children that live: others do not hold anything here for longer than a lease.
	 */
	private boolean allPermitsAreInUse() {
		List<Holder> holders = this.arena.observer().lock(this.arena.plan().key(0)).inspect().holders();
		return holders.stream().allMatch(this::isAlive) && holders.stream().mapToInt(Holder::permits).sum() == PERMITS;
	}

	private boolean isAlive(Holder holder) {
		return this.arena.children().stream().anyMatch((child) -> holder.instance().equals("pid-" + child.pid()));
	}

	@AfterEach
	void close() {
		this.arena.close();
	}

}
