package io.github.lockstarter.simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Puts one defect at a time into the engine, or into what the engine relies on: a
 * simulation that finds nothing may be blind.
 */
class MutationTests extends QuietEngine {

	private static final int MOST_SEEDS = 1500;

	@ParameterizedTest
	@EnumSource
	void isFound(Mutation mutation) throws ReflectiveOperationException {
		MutatedClasses classes = new MutatedClasses(mutation);
		for (int seed = 1; seed <= MOST_SEEDS; seed++) {
			if (classes.findsSomething(seed)) {
				System.out.println(mutation + " (" + mutation.words() + ") is found by seed " + seed);
				return;
			}
		}
		fail("%s (%s) is not found by %d seeds", mutation, mutation.words(), MOST_SEEDS);
	}

	@Test
	void aSeedThatFailsIsToldInWords() throws ReflectiveOperationException {
		MutatedClasses classes = new MutatedClasses(Mutation.NO_RENEWAL);
		long seed = 1;
		while (!classes.findsSomething(seed)) {
			seed++;
		}
		String report = classes.report(seed);
		assertThat(report).startsWith("Seed " + seed + " (replay it with -Dsimulation.seed=" + seed + "): ")
			.containsPattern("\\d+\\.\\d{6} s  client\\d+: acquire 'k\\d' #\\d+");
		assertThat(report).isEqualTo(classes.report(seed));
	}

}
