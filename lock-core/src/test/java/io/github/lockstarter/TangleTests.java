package io.github.lockstarter;

import io.github.lockstarter.testing.ClassGraph;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the classes apart: few of them reach each other.
 */
class TangleTests {

	/** A queue and its parts, without an interface between each two of them. */
	@Test
	void atMostSevenClassesReachEachOther() {
		assertThat(ClassGraph.ofThisModule("io.github.lockstarter").knots())
			.allSatisfy((knot) -> assertThat(knot).hasSizeLessThanOrEqualTo(7));
	}

	@Test
	void aClassOfTheEngineReachesAQuarterOfTheOthersOnAverage() {
		assertThat(ClassGraph.ofThisModule("io.github.lockstarter.core").propagation()).isLessThanOrEqualTo(0.25);
	}

}
