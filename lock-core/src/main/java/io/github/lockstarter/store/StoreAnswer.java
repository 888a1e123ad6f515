package io.github.lockstarter.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A store's answer about an acquisition. Immutable.
 *
 * @param state its state now
 * @param token the fencing token if it holds the lock, else 0
 * @param remaining the rest of the holder's lease, which may be this acquisition or
 * another; zero if there is no holder
 * @param clock the moment on the store's clock at which it answered
 * @param othersWaited for a holder whose request had the time that it had waited: how
 * long the next in the queue has waited, zero if the queue is empty; {@code null} if
 * unknown
 */
public record StoreAnswer(AcquisitionState state, long token, Duration remaining, StoreClock clock,
		@Nullable Duration othersWaited) {

	/**
	 * The answer about an acquisition that the store has not examined, since it came
	 * after others that were not granted: nothing was done for it.
	 */
	public static final StoreAnswer PASSED_OVER = new StoreAnswer(AcquisitionState.REFUSED, 0, Duration.ZERO,
			new StoreClock(0, ""));

	/**
	 * Create an answer without the time that others have waited.
	 * @param state the state it is in now
	 * @param token the fencing token if it holds the lock, else 0
	 * @param remaining the rest of the holder's lease
	 * @param clock the moment on the store's clock at which it answered
	 */
	public StoreAnswer(AcquisitionState state, long token, Duration remaining, StoreClock clock) {
		this(state, token, remaining, clock, null);
	}

}
