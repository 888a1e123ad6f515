package io.github.lockstarter.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

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

	private static final int MOST_SEEDS = 10_000;

	/** The seed that found each of them when it was last looked for. */
	private static final Properties KNOWN = known();

	@ParameterizedTest
	@EnumSource
	void isFound(Mutation mutation) throws ReflectiveOperationException {
		MutatedClasses classes = new MutatedClasses(mutation);
		String known = KNOWN.getProperty(mutation.name());
		if (known != null && classes.findsDefect(Integer.parseInt(known))) {
			return;
		}
		for (int seed = 1; seed <= MOST_SEEDS; seed++) {
			int signed = mutation.isOverQuorum() ? -seed : seed;
			if (classes.findsDefect(signed)) {
				System.out.println(mutation + " (" + mutation.words() + ") is found by seed " + signed
						+ ", which is to be its line in seeds.properties");
				return;
			}
		}
		fail("%s (%s) is not found by %d seeds", mutation, mutation.words(), MOST_SEEDS);
	}

	private static Properties known() {
		Properties known = new Properties();
		try (InputStream file = MutationTests.class.getResourceAsStream("seeds.properties")) {
			known.load(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return known;
	}

	@Test
	void aSeedThatFailsIsToldInWords() throws ReflectiveOperationException {
		MutatedClasses classes = new MutatedClasses(Mutation.NO_RENEWAL);
		long seed = 1;
		while (!classes.findsDefect(seed)) {
			seed++;
		}
		String report = classes.report(seed);
		assertThat(report).startsWith("Seed " + seed + " (replay it with -Dsimulation.seed=" + seed + "): ")
			.containsPattern("\\d+\\.\\d{6} s  client\\d+: acquire 'k\\d' #\\d+");
		assertThat(report).isEqualTo(classes.report(seed));
	}

}
