package io.github.lockstarter.benchmarks.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OptionsTests {

	private static Options read(Map<String, String> properties) {
		return Options.read((name) -> properties.getOrDefault(name, ""));
	}

	@Test
	void onlyAWholeRunGoesIntoTheDocumentation() {
		assertThat(read(Map.of("documentation", "docs")).directory()).isEqualTo(Path.of("docs"));
		assertThat(read(Map.of("documentation", "docs", "quick", "true")).directory())
			.isEqualTo(Path.of("target/benchmarks"));
		assertThat(read(Map.of("documentation", "docs", "contenders", "floor")).directory())
			.isEqualTo(Path.of("target/benchmarks"));
		assertThat(read(Map.of("documentation", "docs", "quick", "true", "directory", "mine")).directory())
			.isEqualTo(Path.of("mine"));
	}

	@Test
	void whatKeepsTheResultsOfOthersGoesThereToo() {
		Options options = read(Map.of("documentation", "docs", "scenarios", "held", "keep", "true"));
		assertThat(options.directory()).isEqualTo(Path.of("docs"));
		assertThat(options.keep()).isTrue();
		assertThat(read(Map.of("keep", "true")).keep()).isFalse();
	}

	@Test
	void whatIsAskedForIsMeasured() {
		Options options = read(Map.of("scenarios", "jvms, held", "rounds", "7", "seconds", "0.5"));
		assertThat(options.scenarios()).containsExactly("jvms", "held");
		assertThat(options.rounds()).isEqualTo(7);
		assertThat(options.window()).isEqualTo(Duration.ofMillis(500));
	}

	@Test
	void aQuickRunLeavesOutWhatTakesLongUnlessItIsAskedFor() {
		Scenario held = Scenarios.all().stream().filter((one) -> one.name().equals("held")).findFirst().orElseThrow();
		Suite suite = Scenarios.suites()
			.stream()
			.filter((one) -> one.scenarios().contains(held))
			.findFirst()
			.orElseThrow();
		assertThat(read(Map.of()).chosen(suite, held)).isTrue();
		assertThat(read(Map.of("quick", "true")).chosen(suite, held)).isFalse();
		assertThat(read(Map.of("quick", "true", "scenarios", "held")).chosen(suite, held)).isTrue();
	}

}
