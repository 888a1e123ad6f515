package io.github.lockstarter.benchmarks.reliability;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

import io.github.lockstarter.benchmarks.harness.Measurement;
import io.github.lockstarter.benchmarks.harness.Measurements;
import io.github.lockstarter.benchmarks.reliability.fault.Fault;
import io.github.lockstarter.benchmarks.reliability.trial.Figures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ReliabilityReportTests {

	@TempDir
	private Path directory;

	@Test
	void eachTrialIsALineWithItsFigures() throws IOException {
		Measurements measurements = new Measurements();
		measurements.circumstances().put("processor", "2 × some");
		Map.of(Figures.VIOLATIONS, 3.0, Figures.LOST_FENCED, Double.NaN, Figures.BACK, Double.POSITIVE_INFINITY)
			.forEach((figure, value) -> measurements.all()
				.add(new Measurement("Sentinel", "sentinel-killed", "redisson", 1, figure, value)));
		measurements.all().add(new Measurement("Sentinel", "sentinel-planned", "redisson", 1, Figures.VIOLATIONS, 0));
		measurements.write(this.directory);
		assertThat(new ReliabilityReport(Measurements.read(this.directory)).write(this.directory))
			.contains("| processor | 2 × some |")
			.contains("## Sentinel")
			.contains("| the primary is killed | redisson | 3 | – | – | not in 35 s | –")
			.contains("| a planned failover (SENTINEL FAILOVER); lease 30 s | redisson | 0 |");
	}

	@Test
	void onlyAWholeRunGoesIntoTheDocumentation() {
		assertThat(read(Map.of()).directory()).isEqualTo(Path.of("docs"));
		assertThat(read(Map.of("faults", "server-frozen")).directory()).isEqualTo(Path.of("target/reliability"));
		assertThat(read(Map.of("contenders", "redisson", "directory", "mine")).directory()).isEqualTo(Path.of("mine"));
	}

	@Test
	void aFaultIsKnownByItsName() {
		assertThat(Fault.all().map(Fault::id)).doesNotHaveDuplicates().allSatisfy((id) -> Fault.of(id));
		assertThatIllegalArgumentException().isThrownBy(() -> read(Map.of("faults", "weather")))
			.withMessageContaining("no fault 'weather'")
			.withMessageContaining("server-frozen, ");
	}

	private static ReliabilityOptions read(Map<String, String> properties) {
		return ReliabilityOptions
			.read((name) -> name.equals("documentation") ? "docs" : properties.getOrDefault(name, ""));
	}

}
