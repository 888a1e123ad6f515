package io.github.lockstarter.simulation;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.fail;

/**
 * Puts one defect at a time into the engine, or into what the engine relies on: a
 * simulation that finds nothing may be blind.
 */
class MutationTests extends QuietEngine {

	private static final String SEARCH = "mutations.search";

	private static final int USUAL_SEARCH = 10_000;

	/** How many seeds are tried for a defect that its own no longer finds. */
	private static final int MOST_SEEDS = (System.getProperty(SEARCH) != null)
			? Integer.getInteger(SEARCH, USUAL_SEARCH) : 0;

	@ParameterizedTest
	@EnumSource
	void isFoundByItsSeedAndItsCheck(Mutation mutation) {
		Finding noted = Finding.noted(mutation);
		try (MutatedClasses classes = new MutatedClasses(mutation)) {
			Finding found = (noted != null) ? classes.find(noted.seed()) : null;
			if (found == null || !found.equals(noted)) {
				fail("%s (%s) is noted in seeds.properties as found by %s, and is found by %s.%s%s", mutation,
						mutation.words(), words(noted), words(found), (found != null)
								? line("If that check is the one that has to find it, its", mutation, found) : "",
						search(classes, mutation, noted));
			}
		}
	}

	private static String words(@Nullable Finding finding) {
		return (finding != null) ? finding.toString() : "nothing";
	}

	private static String line(String whose, Mutation mutation, Finding found) {
		return "\n" + whose + " line is to be:\n" + mutation + "=" + found;
	}

	private static String search(MutatedClasses classes, Mutation mutation, @Nullable Finding noted) {
		for (int seed = 1; seed <= MOST_SEEDS; seed++) {
			Finding found = classes.find(mutation.isOverQuorum() ? -seed : seed);
			if (found != null && (noted == null || found.check().equals(noted.check()))) {
				return line("Its", mutation, found);
			}
		}
		return ((MOST_SEEDS > 0) ? "\n" + MOST_SEEDS + " seeds do not find it." : "")
				+ "\nTo look for another seed, run:\nmvn -pl lock-tests/simulation test -Dtest=MutationTests"
				+ " -Dsurefire.failIfNoSpecifiedTests=false -D" + SEARCH + "="
				+ Math.max(USUAL_SEARCH, 10 * MOST_SEEDS);
	}

	@Test
	void aSeedThatFailsIsToldInWords() {
		try (MutatedClasses classes = new MutatedClasses(Mutation.NO_RENEWAL)) {
			long seed = 1;
			while (classes.find(seed) == null) {
				seed++;
			}
			String report = report(seed);
			assertThat(report).startsWith("Seed " + seed + " (replay it with -Dsimulation.seed=" + seed + "): ")
				.containsPattern("\\d+\\.\\d{6} s  client\\d+: acquire 'k\\d' #\\d+");
			assertThat(report).isEqualTo(report(seed));
		}
	}

	private static String report(long seed) {
		return catchThrowableOfType(Violation.class, () -> Simulation.run(seed)).getMessage();
	}

}
