package io.github.lockstarter.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

class MeasurementsTests {

	private static final Measurement HELD = new Measurement("held", "10 locks", "floor", 1, Metrics.P50, 1);

	private static final Measurement FREE = new Measurement("free", "16 threads", "floor", 1, Metrics.P50, 2);

	@TempDir
	private Path directory;

	@Test
	void whatIsWrittenIsReadAgain() throws IOException {
		Measurements measurements = new Measurements();
		measurements.add(Map.of("date", "today: noon"), List.of());
		measurements.all().add(HELD);
		measurements.write(this.directory);
		assertThat(Measurements.read(this.directory)).isEqualTo(measurements);
	}

	@Test
	void aPartThatIsMeasuredAgainTakesThePlaceOfTheEarlierOne() throws IOException {
		Measurements measurements = new Measurements();
		measurements.add(Map.of("date", "yesterday", "Java", "17"), List.of());
		measurements.circumstances().put("not measured, round 1, held, 10 locks, floor", "a worker failed");
		measurements.all().addAll(List.of(HELD, FREE));
		measurements.write(this.directory);

		Measurements again = Measurements.read(this.directory).without(List.of("held"));
		assertThat(again.all()).containsExactly(FREE);
		again.add(Map.of("date", "today", "Java", "17"), List.of("held"));
		assertThat(again.circumstances()).containsOnly(entry("date", "yesterday"), entry("Java", "17"),
				entry("date (held)", "today"));
		again.all().add(HELD);
		assertThat(again.all()).containsExactly(FREE, HELD);
	}

}
