package io.github.lockstarter.store.record;

import java.time.Duration;

import io.github.lockstarter.store.StoreTimes;

/**
 * The way in which a waiter learns of its grant, which determines how long the grant
 * waits for its claim.
 */
public enum Way {

	/**
	 * It is notified. It is unreachable while its instance does not listen.
	 */
	TOLD(StoreTimes.CLAIM_WINDOW),

	/**
	 * It is notified but asks every second as well, since it missed a grant.
	 */
	DOUBTED(StoreTimes.UNHEARD_CLAIM_WINDOW),

	/**
	 * It can't be notified and asks every second, so it is never unreachable.
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
