package io.github.lockstarter.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.faults.servers.Servers;
import io.github.lockstarter.faults.servers.SingleServer;
import io.github.lockstarter.faults.servers.Topology;
import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random nemeses for minutes. The system property {@code faults.rounds} sets how many
 * rounds there are, of about half a minute each, and {@code faults.seed} repeats a run.
 */
@Tag("soak")
@Timeout(value = 12, unit = TimeUnit.HOURS)
class SoakIntegrationTests {

	private static final int ROUNDS = Integer.getInteger("faults.rounds", 3);

	private static final int STRIKES = 6;

	private static final Duration LEASE = Duration.ofSeconds(2);

	/** After the lease, about a second until it is asked again, and a busy machine. */
	private static final Duration SOON = LEASE.plusMillis(3000);

	private static final Set<RedisFault> FORGETTING = EnumSet.of(RedisFault.KILLED_WITHOUT_PERSISTENCE,
			RedisFault.FLUSHED);

	static List<WorkloadPlan> plans() {
		return List.of(new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REGISTERS, 2, 1, LEASE, 10),
				new WorkloadPlan(LockKind.FAIR, Workload.REGISTERS, 2, 1, LEASE, 10),
				new WorkloadPlan(LockKind.MONOS, Workload.PIPELINES, 2, 1, LEASE, 10),
				new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REENTRY, 4, 2, LEASE, 1),
				new WorkloadPlan(LockKind.READERS, Workload.SHARES, 4, 2, LEASE, 1),
				new WorkloadPlan(LockKind.PERMITS, Workload.SHARES, 4, 2, LEASE, 1));
	}

	private static String nameOf(WorkloadPlan plan) {
		return plan.kind() + "-" + plan.workload();
	}

	@ParameterizedTest
	@MethodSource("plans")
	void aRedisThatKeepsItsData(WorkloadPlan plan, @TempDir Path directory) {
		for (int round = 0; round < ROUNDS; round++) {
			EmbeddedRedis server = EmbeddedRedis.start("--appendonly", "yes", "--appendfsync", "always", "--dir",
					directory.toString(), "--appendfilename", "round-" + round, "--appenddirname", "round-" + round);
			weather("keeping-" + nameOf(plan) + "-" + round, plan, server,
					EnumSet.complementOf(EnumSet.copyOf(FORGETTING)));
		}
	}

	@ParameterizedTest
	@MethodSource("plans")
	void aRedisThatForgets(WorkloadPlan plan) {
		for (int round = 0; round < ROUNDS; round++) {
			weather("forgetting-" + nameOf(plan) + "-" + round, plan, EmbeddedRedis.start(),
					EnumSet.complementOf(EnumSet.of(RedisFault.KILLED)));
		}
	}

	@ParameterizedTest
	@EnumSource
	void serversThatFailOver(Topology topology) {
		for (int round = 0; round < ROUNDS; round++) {
			Servers servers = topology.start(new Random(Arena.SEED + round));
			try (Arena arena = arena("failing-over-" + topology + "-" + round, WorkloadPlan.ofAllKinds(LEASE),
					servers)) {
				Failovers failovers = new Failovers(arena);
				storm(arena, failovers.all(), SOON.multipliedBy(2));
				arena.stop().assertSafe();
			}
		}
	}

	private static Arena arena(String name, List<WorkloadPlan> plans, Servers servers) {
		System.out.println("Round " + name + ", -Dfaults.seed=" + Arena.SEED);
		return new Arena(name, plans, servers).proxied().start(3);
	}

	private static void storm(Arena arena, List<? extends Nemesis> ofRedis, Duration soon) {
		Storm storm = new Storm(arena, ofRedis);
		for (int strike = 0; strike < STRIKES; strike++) {
			storm.strike();
			long endedAt = arena.faultIsOver();
			arena.assertGrantWithin(endedAt, soon);
			arena.assertEveryThreadIsServedAfter(endedAt);
			new Report(arena).assertClosedForLessThan(endedAt, soon);
		}
	}

	private void weather(String name, WorkloadPlan plan, EmbeddedRedis server, Set<RedisFault> redisFaults) {
		try (Arena arena = arena(name, List.of(plan), new SingleServer(server))) {
			storm(arena, List.copyOf(redisFaults), SOON);
			arena.stop().assertSafe();
		}
	}

}
