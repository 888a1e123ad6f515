package io.github.lockstarter.store;

import java.time.Duration;

/**
 * A store's answer about an acquisition.
 *
 * @param state the state it is in now
 * @param token the fencing token if it holds the lock, else 0
 * @param remaining the rest of the holder's lease, which may be this acquisition or
 * another; zero if there is no holder
 * @param clock the moment on the store's clock at which it answered
 */
public record StoreAnswer(AcquisitionState state, long token, Duration remaining, StoreClock clock) {

	/**
	 * The answer about an acquisition that the store has not looked at, since it stands
	 * behind others that were not granted: nothing was done for it.
	 */
	public static final StoreAnswer PASSED_OVER = new StoreAnswer(AcquisitionState.REFUSED, 0, Duration.ZERO,
			new StoreClock(0, ""));

}
