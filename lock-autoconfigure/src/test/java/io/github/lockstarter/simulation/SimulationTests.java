package io.github.lockstarter.simulation;

import io.github.lockstarter.simulation.Simulation.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the engine in simulated time, under faults.
 */
class SimulationTests extends QuietEngine {

	/** Fewer seeds would prove less, more would take longer. */
	private static final long SEEDS = Long.getLong("simulation.seeds", 1200);

	private static final long FIRST = Long.getLong("simulation.first", 1);

	private static final String ONE = System.getProperty("simulation.seed", "");

	@Test
	void whateverHappensNobodySharesALockAndEverybodyIsServed() {
		long startedAt = System.nanoTime();
		long events = 0;
		long acquisitions = 0;
		long losses = 0;
		long first = ONE.isEmpty() ? FIRST : Long.parseLong(ONE);
		long seeds = ONE.isEmpty() ? SEEDS : 1;
		for (long seed = first; seed < first + seeds; seed++) {
			Outcome outcome = Simulation.run(seed);
			events += outcome.events();
			acquisitions += outcome.acquisitions();
			losses += outcome.losses();
		}
		double minutes = (System.nanoTime() - startedAt) / 60e9;
		System.out.printf("%d seeds from %d: %d acquisitions, %d losses, %.1f million steps a minute%n", seeds, first,
				acquisitions, losses, events / minutes / 1e6);
		assertThat(acquisitions).isGreaterThan(20 * seeds);
	}

	@Test
	void oneSeedIsOneRun() {
		for (long seed = 1; seed <= 20; seed++) {
			assertThat(Simulation.attempt(seed)).as("seed %d", seed).isEqualTo(Simulation.attempt(seed));
		}
		assertThat(Simulation.attempt(1).digest()).isNotEqualTo(Simulation.attempt(2).digest());
	}

	@Test
	void faultsLeadToLossesAndRefusals() {
		long losses = 0;
		long refusals = 0;
		for (long seed = 1; seed <= 20; seed++) {
			Outcome outcome = Simulation.attempt(seed);
			losses += outcome.losses();
			refusals += outcome.refusals();
		}
		assertThat(losses).isPositive();
		assertThat(refusals).isPositive();
	}

}
