package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.Random;

import io.github.lockstarter.faults.servers.Topology;
import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A planned failover by sentinels while child JVMs take twelve locks all the time, with
 * the default lease. The former primary answers until sentinels name the other one, so
 * the new one has not heard of the last releases. No lock stays closed for long by that;
 * for a second on a machine that does nothing else, which {@code -Drecovery.strict} asks
 * for.
 */
@Full
class BusyLocksAcrossFailoverIntegrationTests {

	private static final int LOCKS = 12;

	private static final Duration LEASE = Duration.ofSeconds(30);

	/** Far less than the lease. */
	private static final Duration CLOSED = Duration.ofSeconds(RecoveryTimes.STRICT ? 1 : 10);

	private final Arena arena = new Arena("busy-locks",
			new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REENTRY, LOCKS, LOCKS, LEASE, 100),
			Topology.SENTINEL.start(new Random(Arena.SEED)));

	private final Failovers failovers = new Failovers(this.arena);

	@Test
	void noLockStaysClosedForTheRestOfItsLease() {
		this.arena.start(2);
		long struckAt = System.nanoTime();
		this.failovers.all().get(0).strike(this.arena).run();
		long endedAt = this.arena.faultIsOver();
		this.arena.assertEveryThreadIsServedAfter(endedAt);
		this.arena.stop().assertSafe().assertClosedForLessThan(this.failovers.lastTakeOver(struckAt, endedAt), CLOSED);
	}

	@AfterEach
	void close() {
		this.arena.close();
	}

}
