package io.github.lockstarter.benchmarks.harness;

import java.time.Duration;
import java.util.Map;
import java.util.Queue;

import io.github.lockstarter.benchmarks.worker.Load;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PointTests {

	private static final Options OPTIONS = Options.read((name) -> Map.of("directory", "unused").getOrDefault(name, ""));

	private static final Duration WARM_UP = Duration.ofSeconds(9);

	@Test
	void commandsAreCountedOnceAfterAllSlices() {
		Queue<Timing> slices = Point.free(1).slices(OPTIONS, WARM_UP);
		assertThat(slices).hasSizeGreaterThan(1);
		assertThat(slices).extracting(Timing::after).filteredOn((after) -> !after.isZero()).hasSize(1);
		assertThat(slices).last().extracting(Timing::after).isNotEqualTo(Duration.ZERO);
	}

	@Test
	void waitersAreMeasuredInOneGoAndWarmUpAtOnce() {
		assertThat(Point.of(Load.WAITING, "waiters", 2, 10).slices(OPTIONS, WARM_UP)).singleElement()
			.extracting(Timing::warmUp)
			.isEqualTo(WARM_UP.plus(OPTIONS.warmUp()));
	}

	@Test
	void callersThatGiveUpAreMeasuredOnceTheFirstHaveGivenUp() {
		Duration patience = Duration.ofSeconds(2);
		assertThat(Point.section(Duration.ofMillis(1), patience, 2, 5).slices(OPTIONS, WARM_UP))
			.allSatisfy((slice) -> assertThat(slice.warmUp()).isGreaterThan(patience));
	}

	@Test
	void freeLocksHaveManyShortSlices() {
		assertThat(Point.free(1).slices(OPTIONS, WARM_UP)).hasSizeGreaterThan(10)
			.allSatisfy((slice) -> assertThat(slice.window()).isLessThan(OPTIONS.window()));
	}

	@Test
	void oneHotLockIsMeasuredInLongSlices() {
		assertThat(Point.of(Load.LOOP, "hot", 1, 16).slices(OPTIONS, WARM_UP)).hasSizeGreaterThan(1)
			.extracting(Timing::window)
			.containsOnly(OPTIONS.window());
	}

}
