package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.quorum.QuorumSimulation.Answers;
import io.github.lockstarter.store.quorum.QuorumSimulation.Faults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Runs the simulation of a quorum. One seed is one run.
 */
@Timeout(value = 12, unit = TimeUnit.HOURS)
class QuorumSimulationTests {

	private static final long SEEDS = Long.getLong("quorum.seeds", 15);

	/** The same as of the simulation of the whole library, which a long run chooses. */
	private static final long FIRST = Long.getLong("quorum.first", Long.getLong("simulation.first", 1));

	/** So many cannot all miss what one of three finds. */
	private static final long MOST_IN_VAIN = 100;

	/** So many a seed has on average; single ones have fewer. */
	private static final long LEAST_GRANTS = 20;

	@Test
	void nobodyHoldsALockTwiceAndTokensGrowWhileClocksAreSecondsOutOfStep() {
		play(new Faults(5000, false, SteppedQuorum.LEASE, true), SEEDS);
	}

	@Test
	void norWhileNodesRestartWithoutTheirDataOneAfterTheOther() {
		play(new Faults(0, true, SteppedQuorum.LEASE, true), SEEDS);
	}

	@Test
	void norIsALockHeldTwiceWhileBothHappen() {
		play(new Faults(5000, true, SteppedQuorum.LEASE, false), SEEDS);
	}

	@Test
	void nodesThatVoteRightAfterARestartLetALockBeHeldTwice() {
		assertThatThrownBy(() -> play(new Faults(0, true, Duration.ZERO, true), MOST_IN_VAIN))
			.hasStackTraceContaining("hold the lock at the same time");
	}

	private static void play(Faults faults, long seeds) {
		long grants = 0;
		long refusals = 0;
		for (long seed = FIRST; seed < FIRST + seeds; seed++) {
			try {
				Answers answers = QuorumSimulation.run(seed, faults);
				grants += answers.grants();
				refusals += answers.refusals();
			}
			catch (Throwable ex) {
				throw new AssertionError("Seed " + seed + " with " + faults, ex);
			}
		}
		assertThat(grants).as("grants, of which few show nothing").isGreaterThanOrEqualTo(LEAST_GRANTS * seeds);
		assertThat(refusals).as("refusals").isPositive();
	}

}
