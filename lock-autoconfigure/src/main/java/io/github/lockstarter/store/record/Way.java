package io.github.lockstarter.store.record;

import java.time.Duration;

import io.github.lockstarter.store.StoreTimes;

/**
 * How a waiter learns that the lock was granted to it, and how long a grant therefore
 * waits for its claim.
 */
public enum Way {

	/**
	 * It is told. It is out of reach while nobody listens for its instance.
	 */
	TOLD(StoreTimes.CLAIM_WINDOW),

	/**
	 * It is told but asks every second as well, since it did not hear of a grant.
	 */
	DOUBTED(StoreTimes.UNHEARD_CLAIM_WINDOW),

	/**
	 * It can't be told and asks every second, so it is never out of reach.
	 */
	DEAF(StoreTimes.UNHEARD_CLAIM_WINDOW);

	private final long claimWindowMillis;

	Way(Duration claimWindow) {
		this.claimWindowMillis = claimWindow.toMillis();
	}

	long claimWindowMillis() {
		return this.claimWindowMillis;
	}

}
