package io.github.lockstarter.benchmarks.reliability.trial;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.lockstarter.benchmarks.reliability.worker.Call;
import io.github.lockstarter.benchmarks.reliability.worker.Call.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls at known moments, in milliseconds. The fault lasts from 10,000 to 20,000.
 */
class FiguresTests {

	private static final Pace PACE = new Pace(Duration.ofSeconds(2), Duration.ofSeconds(30), Duration.ofSeconds(5),
			Duration.ofSeconds(4), Duration.ZERO);

	private final List<Call> calls = new ArrayList<>();

	private final Set<Integer> frozen = Set.of(1);

	private Map<String, Double> figures() {
		return new Figures(this.calls, new Timeline(0, millis(10_000), millis(20_000), Set.of(0, 1), this.frozen))
			.all(PACE);
	}

	private static long millis(long moment) {
		return Duration.ofMillis(moment).toNanos();
	}

	private void hold(int worker, int key, long returned, long lastValid, long plain, long fenced) {
		this.calls.add(new Call(worker, key, Outcome.HELD, millis(returned - 1), millis(returned), millis(lastValid),
				millis(lastValid + 1), fenced, plain, fenced));
	}

	private void refused(int worker, long asked, long returned) {
		this.calls.add(Call.without(worker, 0, Outcome.REFUSED, millis(asked), millis(returned)));
	}

	@Test
	void aHoldThatBeginsWhileAnotherIsValidIsAViolation() {
		hold(0, 0, 100, 110, 1, 0);
		hold(1, 0, 105, 120, 2, 0);
		hold(1, 1, 106, 120, 1, 0);
		hold(0, 0, 121, 130, 3, 0);
		assertThat(figures()).containsEntry(Figures.VIOLATIONS, 1.0).containsEntry(Figures.HOLDS, 4.0);
	}

	@Test
	void aHolderThatKnewOfItsLossViolatesNothing() {
		hold(0, 0, 100, 110, 1, 0);
		hold(1, 0, 105, 104, 0, 0);
		assertThat(figures()).containsEntry(Figures.VIOLATIONS, 0.0).containsEntry(Figures.HOLDS, 1.0);
	}

	@Test
	void aValueThatIsWrittenTwiceIsALostUpdate() {
		hold(0, 0, 100, 110, 1, 1);
		hold(1, 0, 200, 210, 1, 2);
		hold(1, 1, 300, 310, 1, 1);
		assertThat(figures()).containsEntry(Figures.LOST_PLAIN, 1.0).containsEntry(Figures.LOST_FENCED, 0.0);
	}

	@Test
	void aLockWithoutTokensHasNoFencedUpdates() {
		hold(0, 0, 100, 110, 1, 0);
		assertThat(figures().get(Figures.LOST_FENCED)).isNaN();
	}

	@Test
	void locksAreBackWhenEachWorkerHasHadEach() {
		for (int key = 0; key < 3; key++) {
			hold(0, key, 20_100, 20_101, 1, 0);
			hold(1, key, 20_200 + 100 * key, 20_201 + 100 * key, 2, 0);
		}
		assertThat(figures()).containsEntry(Figures.BACK, 0.4);
		this.calls.remove(5);
		assertThat(figures()).containsEntry(Figures.BACK, Double.POSITIVE_INFINITY);
	}

	@Test
	void aLockIsClosedFromTheEndOfAHoldToTheNextOneOfWhomever() {
		hold(0, 0, 4000, 4001, 1, 0);
		for (int key = 0; key < 3; key++) {
			hold(0, key, 9900, 10_200, 1, 0);
			hold(1, key, 14_000, 14_050, 2, 0);
			hold(0, key, 20_100, 20_101, 3, 0);
		}
		assertThat(figures()).containsEntry(Figures.CLOSED, 6.05);
	}

	@Test
	void aLockThatDoesNotComeBackIsClosedUntilTheLastCallEnds() {
		hold(0, 0, 9900, 10_200, 1, 0);
		hold(0, 1, 25_000, 25_001, 1, 0);
		hold(0, 2, 19_000, 30_200, 1, 0);
		refused(0, 28_000, 30_200);
		assertThat(figures()).containsEntry(Figures.CLOSED, 20.0);
	}

	@Test
	void aLockIsClosedWhileItsHolderStandsStill() {
		hold(1, 0, 9900, 10_000, 1, 0);
		hold(0, 0, 15_000, 15_010, 2, 0);
		for (int key = 1; key < 3; key++) {
			hold(0, key, 10_000, 15_010, 1, 0);
		}
		assertThat(figures()).containsEntry(Figures.CLOSED, 5.0);
	}

	@Test
	void aCallIsLateASecondAfterItsDeadlineUnlessItsJvmStoodStill() {
		refused(0, 11_000, 13_900);
		refused(0, 11_000, 14_500);
		refused(1, 11_000, 21_000);
		assertThat(figures()).containsEntry(Figures.LATE, 1.0).containsEntry(Figures.WORST, 1.5);
	}

	@Test
	void aRefusalIsWrongBeforeTheFaultAndSomeTimeAfterIt() {
		refused(0, 7000, 9000);
		refused(0, 9000, 11_000);
		refused(0, 24_000, 26_000);
		refused(0, 26_000, 28_000);
		assertThat(figures()).containsEntry(Figures.WRONGLY_REFUSED, 2.0).containsEntry(Figures.REFUSED, 2.0);
	}

}
