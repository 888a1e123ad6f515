package io.github.lockstarter.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A store's answer about an acquisition.
 *
 * @param state the state it is in now
 * @param token the fencing token if it holds the lock, else 0
 * @param remaining the rest of the holder's lease, which may be this acquisition or
 * another; zero if there is no holder
 * @param clock the moment on the store's clock at which it answered
 * @param othersWaited told to a holder that told how long it had waited: for how long the
 * next in the queue has, zero if nobody waits; {@code null} if that is not known
 */
public record StoreAnswer(AcquisitionState state, long token, Duration remaining, StoreClock clock,
		@Nullable Duration othersWaited) {

	/**
	 * The answer about an acquisition that the store has not looked at, since it stands
	 * behind others that were not granted: nothing was done for it.
	 */
	public static final StoreAnswer PASSED_OVER = new StoreAnswer(AcquisitionState.REFUSED, 0, Duration.ZERO,
			new StoreClock(0, ""));

	/**
	 * Create an answer that tells nothing of others.
	 * @param state the state it is in now
	 * @param token the fencing token if it holds the lock, else 0
	 * @param remaining the rest of the holder's lease
	 * @param clock the moment on the store's clock at which it answered
	 */
	public StoreAnswer(AcquisitionState state, long token, Duration remaining, StoreClock clock) {
		this(state, token, remaining, clock, null);
	}

}
