package io.github.lockstarter.faults;

import java.time.Duration;

import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each fault of the network once, while child JVMs work. None costs exclusion.
 */
class NetworkFaultsIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(2);

	private static final Duration SECOND = Duration.ofSeconds(1);

	/** A lock whose holder was cut off is free after its lease. */
	private static final Duration SOON = LEASE.plusMillis(2500);

	private Arena arena;

	@ParameterizedTest
	@EnumSource(NetworkFault.class)
	void aFaultOfTheNetworkCostsNoExclusion(NetworkFault fault) {
		WorkloadPlan plan = new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REGISTERS, 2, 1, LEASE, 10);
		this.arena = new Arena("network-" + fault, plan, EmbeddedRedis.start()).proxied().start(2);
		Runnable end = fault.strike(this.arena);
		this.arena.work(LEASE.plusMillis(500));
		end.run();
		this.arena.assertGrantWithin(System.nanoTime(), SOON);
		this.arena.work(SECOND);
		this.arena.stop().assertExclusive();
	}

	@AfterEach
	void close() {
		this.arena.close();
	}

}
