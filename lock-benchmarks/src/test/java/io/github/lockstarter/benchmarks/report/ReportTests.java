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
		for (int round = 1; round <= values.size(); round++) {
			this.measurements.all()
				.add(new Measurement(scenario, point, contender, round, Metrics.THROUGHPUT, values.get(round - 1)));
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
