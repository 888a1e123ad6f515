package io.github.lockstarter.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.benchmarks.BrokenContender;
import io.github.lockstarter.benchmarks.ChattyContender;
import io.github.lockstarter.benchmarks.Store;
import io.github.lockstarter.benchmarks.worker.Load;
import io.github.lockstarter.benchmarks.worker.WorkerResult;
import io.github.lockstarter.testing.Full;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Runs that are too short to measure much, but long enough to see that it works.
 */
@Full
class HarnessIntegrationTests {

	private static final Options SHORT = new Options(List.of(), List.of(), true, 1, Duration.ofMillis(200),
			Duration.ofMillis(300), Duration.ofSeconds(1), "", Path.of("unused"), false);

	private static Servers servers;

	@BeforeAll
	static void start() throws IOException {
		servers = Servers
			.start(EnumSet.of(Store.REDIS, Store.REDIS_WITH_REPLICA, Store.QUORUM_OF_THREE, Store.POSTGRESQL), "");
	}

	@AfterAll
	static void stop() {
		servers.close();
	}

	@Test
	void allKindsOfWorkAreDone() throws IOException {
		try (Run run = new Run(servers.server(Store.REDIS), "lock-starter", SHORT)) {
			assertThat(measure(run, Point.of(Load.LOOP, "smoke", 2, 2)).get(Metrics.THROUGHPUT)).isPositive();
			assertThat(run.configuration()).contains("all defaults");
			assertThat(measure(run, Point.free(2))).containsKeys(Metrics.CPU, Metrics.CLIENT_CPU, Metrics.ALLOCATED)
				.hasEntrySatisfying(Metrics.PER_CORE, (pairs) -> assertThat(pairs).isPositive());
			assertThat(measure(run, Point.of(Load.REENTRY, "smoke", 1, 1)).get(Metrics.COMMANDS)).isLessThan(0.01);
			assertThat(measure(run, Point.together(250)).get(Metrics.COMMANDS)).isBetween(2.0, 20.0);
			assertThat(measure(run, Point.of(Load.HAND_OVER, "smoke", 2, 1)).get(Metrics.P50)).isPositive();
			assertThat(measure(run, Point.of(Load.WAITING, "smoke", 2, 10))).containsKeys(Metrics.COMMANDS_PER_SECOND,
					WorkerResult.HEAP_PER_WAITER);
			assertThat(measure(run, Point.of(Load.READS, "smoke", 2, 2)).get(Metrics.READS)).isPositive();
			assertThat(measure(run, Point.permits(Duration.ofMillis(1), 2, 5)))
				.containsKeys(Metrics.COMMANDS_PER_SECOND)
				.hasEntrySatisfying(Metrics.THROUGHPUT, (permits) -> assertThat(permits).isPositive());
			Point held = new Point("smoke", Load.HELD, 2, 1, 20, Duration.ZERO, Duration.ofSeconds(5), Counting.DURING,
					new Timing(Duration.ofSeconds(6), Duration.ofMillis(100), Duration.ofSeconds(3)));
			assertThat(measure(run, held)).containsEntry(WorkerResult.LOST, 0.0)
				.containsKey(WorkerResult.HEAP_PER_LOCK);
		}
	}

	@Test
	void whatLocksCostTheDatabaseIsMeasured() throws IOException {
		try (Run run = new Run(servers.server(Store.POSTGRESQL), "lock-starter-jdbc", SHORT)) {
			assertThat(measure(run, Point.free(2).uncounted(), Metrics.COMMITS))
				.hasEntrySatisfying(Metrics.COMMITS, (commits) -> assertThat(commits).isPositive())
				.hasEntrySatisfying(Metrics.WRITTEN, (bytes) -> assertThat(bytes).isPositive())
				.containsKey(Metrics.DATABASE_CPU)
				.doesNotContainKeys(Metrics.COMMANDS, Metrics.CALLS, Metrics.CPU);
		}
	}

	@Test
	void aReplicaAcknowledgesEachLock() throws IOException {
		try (Run run = new Run(servers.server(Store.REDIS_WITH_REPLICA), "lock-starter-replica-acks", SHORT)) {
			assertThat(measure(run, Point.free(1), Metrics.COMMANDS).get(Metrics.COMMANDS)).isGreaterThan(3);
			assertThat(run.configuration()).contains("redis.replica-acks=1");
		}
	}

	private static Map<String, Double> measure(Run run, Point point) {
		Sampling sampling = run.begin(point);
		while (sampling.hasNext()) {
			sampling.next();
		}
		return sampling.metrics();
	}

	/** A busy machine may acquire no lock in so short a time. */
	private static Map<String, Double> measure(Run run, Point point, String metric) {
		return await().atMost(Duration.ofMinutes(2))
			.until(() -> measure(run, point), (measured) -> measured.containsKey(metric));
	}

	@Test
	void aQuorumIsMeasuredOnAllItsServers() throws IOException {
		Server quorum = servers.server(Store.QUORUM_OF_THREE);
		List<RedisMonitor> monitors = quorum.monitors();
		monitors.forEach(RedisMonitor::close);
		assertThat(monitors).hasSize(3);
		try (Run run = new Run(quorum, "lock-starter-quorum-3:quorum.longest-lease=0s:quorum.node-timeout=2s", SHORT)) {
			assertThat(measure(run, Point.free(1), Metrics.CALLS).get(Metrics.CALLS)).isPositive();
		}
	}

	@Test
	void aQueueMovesOnWhileItIsMeasured() {
		RedisURI redis = RedisURI.create(servers.target(Store.REDIS).uri());
		try (QueuedParticipants participants = new QueuedParticipants(redis, 3)) {
			for (int time = 0; time < 10; time++) {
				participants.recheck(time);
				participants.refuse(time);
			}
			for (int time = 0; time < 10; time++) {
				participants.handOver(time);
			}
		}
	}

	@Test
	void aContenderThatDoesNotExcludeIsCaught() throws IOException {
		try (Run run = new Run(servers.server(Store.REDIS), BrokenContender.class.getName(), SHORT)) {
			assertThatExceptionOfType(ExclusionViolatedException.class)
				.isThrownBy(() -> measure(run, Point.of(Load.LOOP, "smoke", 2, 2)))
				.withMessageContaining("does not exclude");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "READS", "PERMITS" })
	void aContenderThatDoesNotCountThoseWhoShareIsCaught(Load load) throws IOException {
		Point point = new Point("smoke", load, 2, 8, 1, Duration.ofMillis(1), Duration.ZERO, Counting.NEVER, null);
		try (Run run = new Run(servers.server(Store.REDIS), BrokenContender.class.getName(), SHORT)) {
			assertThatExceptionOfType(ExclusionViolatedException.class).isThrownBy(() -> measure(run, point));
		}
	}

	@Test
	void aWorkerThatEndsIsQuoted() {
		try (Run run = new Run(servers.server(Store.REDIS), "nobody", SHORT)) {
			assertThatExceptionOfType(WorkerFailedException.class)
				.isThrownBy(() -> measure(run, Point.of(Load.LOOP, "smoke", 1, 1)))
				.withMessageContaining("There is no contender 'nobody'");
		}
	}

	@Test
	void whileCommandsAreCountedOnlyOneContenderSendsAny(@TempDir Path directory) throws IOException {
		Options options = new Options(List.of("waiting"), List.of("lock-starter", ChattyContender.class.getName()),
				true, 1, SHORT.warmUp(), SHORT.freshWarmUp(), Duration.ofMillis(200),
				servers.target(Store.REDIS).addresses().get(0), directory, false);
		assertThat(new Harness(options).run().all())
			.filteredOn((each) -> each.metric().equals(Metrics.COMMANDS_PER_SECOND))
			.filteredOn((each) -> each.contender().equals("lock-starter"))
			.isNotEmpty()
			.allSatisfy((each) -> assertThat(each.value()).isLessThan(100));
	}

	@Test
	void aContenderThatFailsCostsTheOthersNoResult(@TempDir Path directory) throws IOException {
		String redis = servers.target(Store.REDIS).addresses().get(0);
		Measurements measurements = new Harness(new Options(List.of("hot-one-jvm"), List.of("floor", "nobody"), true, 1,
				SHORT.warmUp(), SHORT.freshWarmUp(), SHORT.window(), redis, directory, false))
			.run();
		assertThat(measurements.all()).extracting(Measurement::contender).containsOnly("floor");
		assertThat(measurements.circumstances())
			.containsEntry("not measured, round 1, hot-one-jvm, 16 threads, nobody", "a worker failed")
			.containsKey("contender floor");
	}

}
