package io.github.lockstarter.simulation;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.WaitStrategy;

/**
 * Looks at what a call is told that was refused: nobody who merely waited in vain is told
 * that the store is unavailable, and who backs off makes as many attempts as it may, with
 * its own pauses between them.
 */
final class RefusalCheck {

	private static final double DRIFT = 1 + SimulatedMachine.DRIFT;

	/** Each attempt waits for an answer, and timers wake late. */
	private static final long LONGEST_ATTEMPT = 50 * SimulatedTime.MILLISECOND;

	/**
	 * Servers that were down are asked once a second, and a caller may wait behind
	 * another.
	 */
	private static final long LONGEST_RETURN = 1300 * SimulatedTime.MILLISECOND;

	private RefusalCheck() {
	}

	/**
	 * Look at a call.
	 * @param calm whether nothing was wrong since it began
	 * @param lasted how long it lasted, in true time
	 */
	static void check(Call call, Throwable reason, boolean calm, long lasted) {
		if (calm && reason instanceof LockUnavailableException) {
			throw new Violation(what(call) + " was told that the store is unavailable although nothing was wrong",
					reason);
		}
		if (isBack(call) && reason instanceof LockUnavailableException) {
			throw new Violation(
					what(call) + " was told that the store is unavailable although the majority has been back for "
							+ LONGEST_RETURN / SimulatedTime.MILLISECOND + " ms",
					reason);
		}
		boolean exhausted = reason instanceof LockNotAcquiredException refusal
				&& refusal.getOutcome() == LockOutcome.EXHAUSTED;
		if (exhausted && lasted * DRIFT < pauses(call, 0)) {
			throw new Violation(what(call) + " was told too early that it has made all attempts");
		}
		BackOff backOff = call.wish().options().getOrBuiltIn(LockOption.BACK_OFF);
		if (calm && backsOff(call) && lasted > pauses(call, 1) * DRIFT + backOff.maxAttempts() * LONGEST_ATTEMPT) {
			throw new Violation(what(call) + " has made attempts for " + lasted / SimulatedTime.MILLISECOND + " ms");
		}
	}

	private static boolean backsOff(Call call) {
		return call.wish().keys().size() == 1
				&& call.wish().options().getOrBuiltIn(LockOption.WAIT_STRATEGY) == WaitStrategy.BACK_OFF;
	}

	/** Whether a client of a quorum had most of its servers long before a call began. */
	private static boolean isBack(Call call) {
		SimulatedClient client = call.client();
		return client.ways().size() > 1 && !client.isStopping()
				&& call.startedAt() - LONGEST_RETURN >= client.wellSince();
	}

	/** How long all pauses take, if chance makes them short or long. */
	private static long pauses(Call call, double random) {
		BackOff backOff = call.wish().options().getOrBuiltIn(LockOption.BACK_OFF);
		long sum = 0;
		for (int attempt = 1; attempt < backOff.maxAttempts(); attempt++) {
			sum += backOff.pause(attempt, random).toNanos();
		}
		return sum;
	}

	private static String what(Call call) {
		return "a call of " + call.client().name() + " for " + call.wish().keys();
	}

}
