package io.github.lockstarter.benchmarks.harness;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ScenariosTests {

	@Test
	void namesAreUnique() {
		assertThat(Scenarios.all()).extracting(Scenario::name).doesNotHaveDuplicates();
	}

	@Test
	void labelsAreUniqueAndFitIntoTheResultsFile() {
		assertThat(Scenarios.all()).allSatisfy((scenario) -> assertThat(scenario.points()).extracting(Point::label)
			.doesNotHaveDuplicates()
			.noneMatch((label) -> label.contains(",")));
	}

}
