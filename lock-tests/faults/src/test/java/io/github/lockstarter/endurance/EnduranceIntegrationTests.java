package io.github.lockstarter.endurance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.lockstarter.faults.servers.Moments;
import io.github.lockstarter.faults.servers.Servers;
import io.github.lockstarter.faults.servers.Servers.Strike;
import io.github.lockstarter.faults.servers.Topology;
import io.github.lockstarter.faults.workload.Register;
import io.github.lockstarter.faults.workload.SharedResource;
import io.github.lockstarter.testing.ChildJvm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Random faults for half an hour on each kind of servers. The system property
 * {@code endurance.minutes} sets another time, and {@code endurance.seed} repeats the
 * faults of a run.
 */
@Tag("endurance")
@Timeout(value = 12, unit = TimeUnit.HOURS)
class EnduranceIntegrationTests {

	private static final Duration TIME = Duration.ofMinutes(Integer.getInteger("endurance.minutes", 30));

	private static final long SEED = Long.getLong("endurance.seed", System.currentTimeMillis());

	/** Without faults, before the first look at what the JVMs need. */
	private static final Duration CALM = Duration.ofSeconds(60);

	private static final int LONGEST_PAUSE_SECONDS = 8;

	/**
	 * Free records are kept for a while, and so are the leases of a JVM that was stopped.
	 */
	private static final Duration TIDIED = Duration.ofSeconds(60);

	/** Less than a hundred bytes for each of the acquisitions of a few minutes. */
	private static final long HEAP_TOLERANCE = 12L << 20;

	/** Event loops of the client library begin when they are first needed. */
	private static final long THREAD_TOLERANCE = 8;

	private final Random random = new Random(SEED);

	@ParameterizedTest
	@EnumSource
	void afterRandomFaultsNothingIsLostAndNothingIsLeft(Topology topology) {
		System.out.println("Faults on " + topology + ", -Dendurance.seed=" + SEED);
		try (Servers servers = topology.start(this.random);
				SharedResource resource = new SharedResource();
				Team team = new Team(topology, servers.addresses(), resource.port())) {
			work(team, CALM);
			Condition before = condition(servers, team);
			int strikes = storm(servers, team);
			Condition after = condition(servers, team);
			System.out.println(strikes + " faults, " + team.holds() + " holds\nbefore " + before + "\nafter  " + after);
			assertSame(before, after);
			assertThat(after.channels()).as("channels")
				.isLessThanOrEqualTo(before.channels() + servers.channelTolerance());
			assertThat(after.spareConnections())
				.as("connections that are left over, of%n%s", servers.connectionsOfServers())
				.isLessThanOrEqualTo((long) Team.SIZE * servers.mostSpareConnections());
			assertNothingLost(resource);
			team.end();
			await().atMost(TIDIED).until(() -> servers.connections() == 0 && servers.channels() == 0);
		}
	}

	private static void work(Team team, Duration time) {
		team.work();
		Moments.pass(time);
		team.awaitProgress();
		team.rest();
	}

	private int storm(Servers servers, Team team) {
		List<Strike> strikes = new ArrayList<>(servers.strikes());
		strikes.add(new Strike("JVM stopped", false, () -> freeze(team)));
		long end = System.nanoTime() + TIME.toNanos();
		int count = 0;
		team.work();
		while (System.nanoTime() < end) {
			Strike strike = Servers.any(strikes, this.random);
			System.out.println(strike.name());
			strike.action().run();
			team.awaitProgress();
			Moments.pass(Duration.ofMillis(1 + this.random.nextInt(5000)));
			count++;
		}
		team.rest();
		return count;
	}

	private void freeze(Team team) {
		ChildJvm child = Servers.any(team.children(), this.random);
		child.pause();
		Moments.pass(Duration.ofSeconds(1 + this.random.nextInt(LONGEST_PAUSE_SECONDS)));
		child.resume();
	}

	/** When all is at rest, and no record of a lock is left. */
	private static Condition condition(Servers servers, Team team) {
		await("no record of a lock").atMost(TIDIED).until(() -> servers.records() == 0);
		return new Condition(servers.spareConnections(), servers.channels(), team.vitals());
	}

	private static void assertSame(Condition before, Condition after) {
		for (int i = 0; i < before.vitals().size(); i++) {
			Vitals first = before.vitals().get(i);
			Vitals last = after.vitals().get(i);
			assertThat(last.heap()).as("live objects in bytes").isLessThan(first.heap() + HEAP_TOLERANCE);
			assertThat(last.threads()).as("threads").isLessThan(first.threads() + THREAD_TOLERANCE);
			assertThat(last.lockThreads()).as("threads of locks").isLessThanOrEqualTo(first.lockThreads());
		}
	}

	private static void assertNothingLost(SharedResource resource) {
		List<Register> registers = IntStream.range(0, Worker.KEYS)
			.mapToObj((number) -> resource.register("fenced:" + Worker.key(number)))
			.toList();
		assertThat(registers).allMatch((register) -> register.lost().isEmpty(), "no lost update");
		assertThat(registers).anyMatch((register) -> register.writes() > 0);
	}

	/**
	 * What locks need, on the servers and in the JVMs.
	 */
	private record Condition(long spareConnections, long channels, List<Vitals> vitals) {
	}

}
