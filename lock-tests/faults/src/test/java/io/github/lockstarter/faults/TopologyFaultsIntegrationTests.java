package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.Random;

import io.github.lockstarter.faults.servers.Topology;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each fault of Redis that leaves it its data, each of the network, and JVMs that are
 * killed, where locks are on several servers, or on one that sentinels name. No primary
 * is replaced: that is {@link TopologyFailoversIntegrationTests}. All kinds of locks are
 * in use at the same time, and none of these faults costs any of them exclusion.
 */
@Tag("topologies")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ParameterizedClass
@EnumSource
class TopologyFaultsIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(2);

	private static final Duration SECOND = Duration.ofSeconds(1);

	/** A lock whose holder was cut off is free after its lease. */
	private static final Duration SOON = LEASE.plusSeconds(5);

	@Parameter
	private Topology topology;

	private Arena arena;

	@BeforeParameterizedClassInvocation
	void start() {
		this.arena = new Arena("faults-" + this.topology, WorkloadPlan.ofAllKinds(LEASE),
				this.topology.start(new Random(Arena.SEED), Duration.ofMinutes(5)))
			.proxied()
			.start(2);
	}

	private void suffer(Nemesis nemesis, Duration time) {
		Runnable end = nemesis.strike(this.arena);
		this.arena.work(time);
		end.run();
		long endedAt = this.arena.faultIsOver();
		this.arena.assertGrantWithin(endedAt, SOON);
		this.arena.assertEveryThreadIsServedAfter(endedAt);
		this.arena.work(SECOND.dividedBy(2));
		new Report(this.arena).assertExclusive().assertClosedForNoLongerThanALease(endedAt);
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = { "KILLED", "KILLED_WITHOUT_PERSISTENCE", "FLUSHED" })
	void aFaultThatLeavesTheDataCostsNoExclusion(RedisFault fault) {
		suffer(fault, SECOND);
	}

	@Test
	void aServerThatStandsStillBeyondTheLeaseCostsNoExclusion() {
		suffer(RedisFault.FROZEN, LEASE.plus(SECOND));
	}

	@ParameterizedTest
	@EnumSource
	void aFaultOfTheNetworkCostsNoExclusion(NetworkFault fault) {
		suffer(fault, LEASE.plusMillis(300));
	}

	@ParameterizedTest
	@EnumSource(names = { "KILLED_HOLDER", "KILLED_WAITER" })
	void aJvmThatIsKilledCostsNoExclusion(ChildFault fault) {
		suffer(fault, SECOND);
	}

	@AfterParameterizedClassInvocation
	void leavesNothingBehind() {
		try (Arena ended = this.arena) {
			ended.stop();
		}
	}

}
