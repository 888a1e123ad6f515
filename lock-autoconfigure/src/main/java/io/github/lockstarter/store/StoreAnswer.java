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
}
