package io.github.lockstarter.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.github.lockstarter.benchmarks.harness.Measurement;
import io.github.lockstarter.benchmarks.harness.Measurements;
import io.github.lockstarter.benchmarks.harness.Metrics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ReportTests {

	@TempDir
	private Path directory;

	private final Measurements measurements = new Measurements();

	@BeforeEach
	void measure() {
		this.measurements.circumstances().put("processor", "2 × some");
		this.measurements.circumstances().put("contender floor", "raw");
		add("hot-one-jvm", "16 threads", "floor", List.of(100.0, 200.0, 900.0));
		add("hot-one-jvm", "16 threads", "lock-starter", List.of(1000.0, 1000.0, 9900.0));
		add("hot-one-jvm", "16 threads", "redisson", List.of(50.0, 50.0, 50.0));
		add("keys", "1 key", "floor", List.of(10.0));
		add("keys", "4 keys", "floor", List.of(20.0));
	}

	private void add(String scenario, String point, String contender, List<Double> values) {
		add(scenario, point, contender, Metrics.THROUGHPUT, values);
	}

	private void add(String scenario, String point, String contender, String metric, List<Double> values) {
		for (int round = 1; round <= values.size(); round++) {
			this.measurements.all()
				.add(new Measurement(scenario, point, contender, round, metric, values.get(round - 1)));
		}
	}

	@Test
	void medianRatioAndSpreadAreThoseOfTheRounds() throws IOException {
		assertThat(new Report(this.measurements).write(this.directory))
			.contains("| 16 threads | lock-starter | 1,000 | 10 | 1,000 to 9,900 |")
			.contains("| 16 threads | floor | 200 | 1 | 100 to 900 |")
			.contains("| processor | 2 × some |")
			.contains("| floor | raw |");
	}

	@Test
	void ourselvesAreComparedWithTheBestPeer() throws IOException {
		assertThat(new Report(this.measurements).write(this.directory))
			.contains("throughput as a multiple of the best peer's | at least 10 | 20 | yes |");
	}

	@Test
	void locksThatAreSharedAreComparedWithThoseOfRedissonPointByPoint() throws IOException {
		for (String point : List.of("1 JVM", "4 JVMs")) {
			add("reads", point, "lock-starter", Metrics.READS, List.of(210.0));
			add("reads", point, "redisson", Metrics.READS, List.of(point.startsWith("1") ? 10.0 : 11.0));
			add("reads", point, "lock-starter", Metrics.WRITER_P99, List.of(30.0));
			add("reads", point, "redisson", Metrics.WRITER_P99, List.of(point.startsWith("1") ? 60.0 : 20.0));
		}
		add("permits", "50 threads", "lock-starter", List.of(100.0));
		add("permits", "50 threads", "redisson", List.of(100.0));
		assertThat(new Report(this.measurements).write(this.directory))
			.contains("| read lock, 1 JVM, reads as a multiple of Redisson's | at least 20 | 21 | yes |")
			.contains("| read lock, 4 JVMs, reads as a multiple of Redisson's | at least 20 | 19.1 | **no** |")
			.contains("| read lock, 1 JVM, a writer's p99 wait as a fraction of Redisson's | below 1 | 0.50 | yes |")
			.contains(
					"| read lock, 4 JVMs, a writer's p99 wait as a fraction of Redisson's | below 1 | 1.50 | **no** |")
			.contains("| five permits, 50 threads, throughput as a multiple of Redisson's | above 1 | 1 | **no** |");
	}

	@Test
	void severalLocksAreComparedWithTheFloorAndTheBestPeer() throws IOException {
		for (String point : List.of("4 keys", "16 keys")) {
			add("keys", point, "floor", List.of(100.0));
			add("keys", point, "lock-starter", List.of(79.0));
			add("keys", point, "redisson", List.of(50.0));
		}
		assertThat(new Report(this.measurements).write(this.directory))
			.contains("at random, 4 keys, throughput as a multiple of the best peer's | above 1 | 1.58 | yes |")
			.contains("at random, 16 keys, throughput as a fraction of the floor's | at least 0.8 | 0.79 | **no** |")
			.doesNotContain("4 keys, throughput as a fraction");
	}

	@Test
	void eachAcquisitionFromRedisIsComparedWithFairPeers() throws IOException {
		String four = "hot-four-jvms";
		add(four, "16 threads", "lock-starter-remote", List.of(300.0));
		add(four, "16 threads", "redisson-fair", List.of(100.0));
		add(four, "16 threads", "lock-starter-remote", Metrics.P99, List.of(90.0));
		add(four, "16 threads", "redisson-fair", Metrics.P99, List.of(100.0));
		add(four, "16 threads", "redisson", Metrics.P99, List.of(80.0));
		assertThat(new Report(this.measurements).write(this.directory))
			.contains("without local hand-over, throughput as a multiple of Redisson's fair lock | above 1 | 3 | yes |")
			.contains("without local hand-over, p99 wait as a fraction of the best peer's | below 1 | 1.13 | **no** |");
	}

	@Test
	void aLongQueueIsComparedWithAShortOne() throws IOException {
		add("queue", "1 waiting JVM", "lock-starter", "refusal µs", List.of(20.0));
		add("queue", "100 waiting JVMs", "lock-starter", "refusal µs", List.of(41.0));
		assertThat(new Report(this.measurements).write(this.directory))
			.contains("| a refusal with 100 waiting JVMs, as a multiple of that with one | at most 2 | 2.05 | **no** |")
			.contains("## Long queues");
	}

	@Test
	void ourFairLockIsComparedWithTheirs() throws IOException {
		String four = "hot-four-jvms";
		add(four, "16 threads", "lock-starter-fair", Metrics.COMMANDS, List.of(1.5));
		add(four, "16 threads", "lock-starter-fair", List.of(290.0));
		add(four, "16 threads", "redisson-fair", List.of(100.0));
		add(four, "16 threads", "lock-starter-fair", Metrics.P99, List.of(90.0));
		add(four, "16 threads", "redisson-fair", Metrics.P99, List.of(100.0));
		assertThat(new Report(this.measurements).write(this.directory))
			.contains("| fair in four JVMs, commands per acquisition | at most 1.5 | 1.50 | yes |")
			.contains(
					"| fair in four JVMs, throughput as a multiple of Redisson's fair lock | at least 3 | 2.90 | **no** |")
			.contains("| fair in four JVMs, p99 wait as a fraction of Redisson's fair lock | below 1 | 0.90 | yes |");
	}

	@Test
	void locksInPostgresqlAreComparedWithTheBestPeerPointByPoint() throws IOException {
		for (String contender : List.of("lock-starter-jdbc", "spring-integration-jdbc", "shedlock-jdbc")) {
			double throughput = contender.startsWith("lock") ? 100 : (contender.startsWith("shed") ? 80 : 50);
			add("jdbc-free", "1 thread", contender, List.of(throughput));
			add("jdbc-free", "16 threads", contender, List.of(100.0));
		}
		add("jdbc-hand-over", "2 JVMs", "lock-starter-jdbc", Metrics.P50, List.of(20.0));
		add("jdbc-hand-over", "2 JVMs", "spring-integration-jdbc", Metrics.P50, List.of(50.0));
		assertThat(new Report(this.measurements).write(this.directory))
			.contains("free locks, 1 thread, throughput as a multiple of the best peer's | above 1 | 1.25 | yes |")
			.contains("free locks, 16 threads, throughput as a multiple of the best peer's | above 1 | 1 | **no** |")
			.contains("| PostgreSQL, hand-over, median as a fraction of the best peer's | below 1 | 0.40 | yes |");
	}

	@Test
	void manyKeysHaveABudgetOfCommands() throws IOException {
		add("many-keys", "1000 keys", "lock-starter", Metrics.COMMANDS, List.of(17.2, 18.0, 14.0));
		assertThat(new Report(this.measurements).write(this.directory))
			.contains("| 1,000 free keys, commands to take and release them | at most 17 | 17.2 | yes |");
	}

	@Test
	void eachScenarioHasItsPlot() throws IOException {
		String report = new Report(this.measurements).write(this.directory);
		assertThat(report).contains("(hot-one-jvm-1.svg)").contains("(keys-1.svg)");
		assertThat(Files.readString(this.directory.resolve("hot-one-jvm-1.svg"))).contains("<svg font-family")
			.contains(">redisson</text>");
		assertThat(Files.readString(this.directory.resolve("keys-1.svg"))).contains(">4 keys</text>");
	}

	@Test
	void theReportCanBeMadeAgainFromTheResults() throws IOException {
		this.measurements.write(this.directory);
		assertThat(new Report(Measurements.read(this.directory)).write(this.directory))
			.isEqualTo(new Report(this.measurements).write(this.directory));
	}

}
