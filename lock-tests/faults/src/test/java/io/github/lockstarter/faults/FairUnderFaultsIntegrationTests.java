package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.faults.history.Ages;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Many threads of one JVM and single ones of others that want a fair lock.
 */
@Full
class FairUnderFaultsIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(2);

	/** A thread waits for longer than that, lest everything is in order. */
	private static final Duration SLACK = Duration.ofSeconds(1);

	/** A busy machine takes long for as many turns. */
	private static final Duration PATIENCE = Duration.ofMinutes(5);

	private static final int MANY = 30;

	private Arena arena;

	private long startedAt;

	private void start(LockKind kind) {
		WorkloadPlan single = new WorkloadPlan(kind, Workload.REGISTERS, 1, 1, LEASE, 50);
		this.arena = new Arena("fair-" + kind, single, EmbeddedRedis.start()).proxied().start(2);
		this.arena.start(1, single.withThreads(MANY));
		this.startedAt = System.nanoTime();
	}

	/** Each thread has its turn, some more than once. */
	private void awaitTurns() {
		await().atMost(PATIENCE)
			.until(() -> this.arena.history().grants().filter((grant) -> grant.nanos() > this.startedAt).count() > 2
					* MANY);
	}

	private List<String> outOfOrder() {
		return Ages.violations(this.arena.history(), this.startedAt, SLACK);
	}

	@Test
	void threadsOfAllJvmsAreServedInTheOrderInWhichTheyCame() {
		start(LockKind.FAIR);
		awaitTurns();
		this.arena.stop().assertExclusive().assertEverybodyIsServed();
		assertThat(outOfOrder()).isEmpty();
	}

	@Test
	void aLockThatIsFairToJvmsOnlyIsFound() {
		start(LockKind.DISTRIBUTED);
		await().atMost(PATIENCE).until(() -> !outOfOrder().isEmpty());
	}

	@Test
	void aKilledHolderHoldsUpNobody() {
		start(LockKind.FAIR);
		ChildJvm holder = Roles.freezeHolder(this.arena);
		long killedAt = System.nanoTime();
		this.arena.kill(holder);
		this.arena.assertGrantWithin(killedAt, LEASE.plus(SLACK));
		this.arena.work(LEASE);
		this.arena.assertEveryThreadIsServedAfter(killedAt);
		this.arena.stop().assertExclusive().assertClosedForNoLongerThanALease(killedAt);
	}

	@Test
	void lostGrantsHoldUpNobodyForLong() {
		start(LockKind.FAIR);
		this.arena.network((proxy) -> proxy.dropMessages(3));
		this.arena.work(LEASE.multipliedBy(2));
		this.arena.network(RespProxy::heal);
		long healedAt = this.arena.faultIsOver();
		this.arena.assertEveryThreadIsServedAfter(healedAt);
		this.arena.stop().assertExclusive().assertEverybodyIsServed().assertClosedForNoLongerThanALease(healedAt);
	}

	@AfterEach
	void close() {
		this.arena.close();
	}

}
