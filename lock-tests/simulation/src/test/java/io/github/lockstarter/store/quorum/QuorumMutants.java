package io.github.lockstarter.store.quorum;

import java.time.Duration;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Defects of the quorum, as advice that is woven into its methods.
 */
public final class QuorumMutants {

	private QuorumMutants() {
	}

	/** One less than a majority is enough. */
	public static final class Minority {

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) int majority) {
			majority = majority - 1;
		}

	}

	/** No time has to pass. */
	public static final class AtOnce {

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) Duration time) {
			time = Duration.ZERO;
		}

	}

	/** Votes for different tokens are enough. */
	public static final class LargestToken {

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) @Nullable StoreAnswer answer) {
			if (answer != null && answer.state() == AcquisitionState.QUEUED) {
				answer = new StoreAnswer(AcquisitionState.GRANTED, answer.token(), Duration.ofDays(1), answer.clock());
			}
		}

	}

}
