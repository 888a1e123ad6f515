package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The joint results of several answers about one acquisition.
 */
final class Verdicts {

	/** The more informative state comes first. */
	private static final List<AcquisitionState> FINISHED = List.of(AcquisitionState.LOST, AcquisitionState.RELEASED,
			AcquisitionState.CANCELLED);

	private Verdicts() {
	}

	static boolean is(AcquisitionState state, StoreAnswer answer) {
		return answer.state() == state;
	}

	/** A state that a majority reports, with the rest that a majority has at least. */
	static StoreAnswer agreed(List<StoreAnswer> answers, long token, int majority) {
		StoreAnswer first = answers.get(0);
		return new StoreAnswer(first.state(), token, rest(answers, majority), first.clock());
	}

	/** The end of an acquisition that a majority does not know as the holder. */
	static StoreAnswer finished(List<StoreAnswer> answers, int majority, @Nullable Holding known) {
		StoreAnswer first = answers.get(0);
		return new StoreAnswer(state(answers, majority, known), 0, rest(answers, Math.min(majority, answers.size())),
				first.clock());
	}

	private static AcquisitionState state(List<StoreAnswer> answers, int majority, @Nullable Holding known) {
		for (AcquisitionState state : FINISHED) {
			if (answers.stream().filter((answer) -> is(state, answer)).count() >= majority) {
				return state;
			}
		}
		if (known != null && known.wasGranted()) {
			return AcquisitionState.LOST;
		}
		return FINISHED.stream()
			.filter((state) -> answers.stream().anyMatch((answer) -> is(state, answer)))
			.findFirst()
			.orElse(AcquisitionState.UNKNOWN);
	}

	private static Duration rest(List<StoreAnswer> answers, int majority) {
		return largest(answers.stream().map(StoreAnswer::remaining).toList(), majority);
	}

	/** The largest value that enough answers reach. */
	static Duration largest(List<Duration> times, int count) {
		return times.stream().sorted(Collections.reverseOrder()).skip(count - 1L).findFirst().orElse(Duration.ZERO);
	}

}
