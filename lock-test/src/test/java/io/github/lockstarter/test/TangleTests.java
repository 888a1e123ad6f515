package io.github.lockstarter.test;

import io.github.lockstarter.testing.ClassGraph;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the classes apart: few of them reach each other.
 */
class TangleTests {

	@Test
	void atMostTwoClassesReachEachOther() {
		assertThat(ClassGraph.ofThisModule("io.github.lockstarter").knots())
			.allSatisfy((knot) -> assertThat(knot).hasSizeLessThanOrEqualTo(2));
	}

}
