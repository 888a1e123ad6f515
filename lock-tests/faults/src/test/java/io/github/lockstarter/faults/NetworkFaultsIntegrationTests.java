package io.github.lockstarter.faults;

import java.time.Duration;

import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each fault of the network for longer than a lease, while the same child JVMs work. None
 * costs exclusion.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NetworkFaultsIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(2);

	/** A lock whose holder was cut off is free after its lease. */
	private static final Duration SOON = LEASE.plusMillis(2500);

	private static final WorkloadPlan PLAN = new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REGISTERS, 2, 1, LEASE,
			10);

	private final Arena arena = new Arena("network", PLAN, EmbeddedRedis.start()).proxied();

	@BeforeAll
	void start() {
		this.arena.start(2);
	}

	@ParameterizedTest
	@EnumSource(NetworkFault.class)
	void aFaultOfTheNetworkCostsNoExclusion(NetworkFault fault) {
		Runnable end = fault.strike(this.arena);
		this.arena.work(LEASE.plusMillis(300));
		end.run();
		long endedAt = this.arena.faultIsOver();
		this.arena.assertGrantWithin(endedAt, SOON);
		this.arena.assertEveryThreadIsServedAfter(endedAt);
		this.arena.work(Duration.ofMillis(500));
		new Report(this.arena).assertExclusive().assertClosedForNoLongerThanALease(endedAt);
	}

	@AfterAll
	void leavesNothingBehind() {
		try (this.arena) {
			this.arena.stop();
		}
	}

}
