package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.List;
import java.util.Random;

import io.github.lockstarter.faults.servers.Topology;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever happens to servers of which others take over, while the same child JVMs work
 * under all kinds of locks. Where no write is lost, none of it costs exclusion, and no
 * fenced write is ever lost.
 */
@Tag("topologies")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ParameterizedClass
@EnumSource
class TopologyFailoversIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(2);

	/** A lock whose release was lost is free after its lease. */
	private static final Duration SOON = LEASE.plusSeconds(8);

	/**
	 * What was released at the former primary after another had taken over is held there
	 * for a lease. Clients learn of the other a second later, and ask again after one.
	 */
	private static final Duration CLOSED = LEASE.plusSeconds(3);

	@Parameter
	private Topology topology;

	private Arena arena;

	private Failovers failovers;

	@BeforeParameterizedClassInvocation
	void start() {
		this.arena = new Arena("failovers-" + this.topology, WorkloadPlan.ofAllKinds(LEASE),
				this.topology.start(new Random(Arena.SEED)))
			.start(2);
		this.failovers = new Failovers(this.arena);
	}

	List<? extends Nemesis> failovers() {
		return this.failovers.all();
	}

	@ParameterizedTest
	@MethodSource("failovers")
	void locksAreBackSoonAndNoFencedWriteIsLost(Nemesis failover) {
		long struckAt = System.nanoTime();
		failover.strike(this.arena).run();
		long endedAt = this.arena.faultIsOver();
		this.arena.assertGrantWithin(endedAt, SOON);
		this.arena.assertEveryThreadIsServedAfter(endedAt);
		this.arena.work(Duration.ofSeconds(1));
		new Report(this.arena).assertSafe()
			.assertClosedForLessThan(this.failovers.lastTakeOver(struckAt, endedAt), CLOSED);
	}

	@AfterParameterizedClassInvocation
	void leavesNothingBehind() {
		try (Arena ended = this.arena) {
			ended.stop().assertSafe();
		}
	}

}
