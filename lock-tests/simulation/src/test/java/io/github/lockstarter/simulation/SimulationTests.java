package io.github.lockstarter.simulation;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import io.github.lockstarter.simulation.Simulation.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Runs the engine in simulated time, under faults.
 */
@Tag("longer")
@Timeout(value = 12, unit = TimeUnit.HOURS)
class SimulationTests extends QuietEngine {

	/**
	 * Those that are noted reach the rare states. Beside them, more would find little and
	 * take longer.
	 */
	private static final long SEEDS = Long.getLong("simulation.seeds", 250);

	private static final long FIRST = Long.getLong("simulation.first", 1);

	private static final String ONE = System.getProperty("simulation.seed", "");

	/** A quorum takes several times as long as one server. */
	private static final long SEEDS_OF_QUORUM = Math.min(SEEDS, Math.max(SEEDS / 80, 8));

	/** A seed says nothing of its defect unless all is well without it. */
	@Test
	void theSeedsThatFindDefectsFindNothingWithoutThem() {
		long[] seeds = Finding.allNoted()
			.stream()
			.mapToLong(Finding::seed)
			.filter((seed) -> !isFresh(seed))
			.distinct()
			.toArray();
		assumeThat(ONE).isEmpty();
		assumeThat(seeds).isNotEmpty();
		play("noted", LongStream.of(seeds));
	}

	/** Whether another test plays it. */
	private static boolean isFresh(long seed) {
		long index = Math.abs(seed) - FIRST;
		return index >= 0 && index < ((seed > 0) ? SEEDS : SEEDS_OF_QUORUM);
	}

	@Test
	void whateverHappensNobodySharesALockAndEverybodyIsServed() {
		play(FIRST, SEEDS, 1);
	}

	@Test
	void norDoesAnybodyOverAQuorumOfServersAndEverybodyIsTold() {
		play(-FIRST, SEEDS_OF_QUORUM, -1);
	}

	private static void play(long first, long seeds, int step) {
		if (!ONE.isEmpty()) {
			long one = Long.parseLong(ONE);
			assumeThat(Long.signum(one)).isEqualTo(step);
			play("single", LongStream.of(one));
		}
		else {
			play((step > 0) ? "up from " + first : "down from " + first,
					LongStream.range(0, seeds).map((index) -> first + step * index));
		}
	}

	private static void play(String which, LongStream seeds) {
		long startedAt = System.nanoTime();
		List<Outcome> outcomes = seeds.mapToObj(Simulation::run).toList();
		double minutes = (System.nanoTime() - startedAt) / 60e9;
		long acquisitions = outcomes.stream().mapToLong(Outcome::acquisitions).sum();
		long losses = outcomes.stream().mapToLong(Outcome::losses).sum();
		long events = outcomes.stream().mapToLong(Outcome::events).sum();
		System.out.printf("%d seeds %s: %d acquisitions, %d losses, %.1f million steps a minute%n", outcomes.size(),
				which, acquisitions, losses, events / minutes / 1e6);
		assertThat(acquisitions).isGreaterThan(20L * outcomes.size());
	}

	@Test
	void oneSeedIsOneRun() {
		assertThat(Simulation.attempt(-2)).isEqualTo(Simulation.attempt(-2));
		for (long seed = 1; seed <= 10; seed++) {
			assertThat(Simulation.attempt(seed)).as("seed %d", seed).isEqualTo(Simulation.attempt(seed));
		}
		assertThat(Simulation.attempt(1).digest()).isNotEqualTo(Simulation.attempt(2).digest());
	}

	@Test
	void faultsLeadToLossesAndRefusals() {
		long losses = 0;
		long refusals = 0;
		for (long seed = 1; losses == 0 || refusals == 0; seed++) {
			assertThat(seed).isLessThanOrEqualTo(20);
			Outcome outcome = Simulation.attempt(seed);
			losses += outcome.losses();
			refusals += outcome.refusals();
		}
	}

}
