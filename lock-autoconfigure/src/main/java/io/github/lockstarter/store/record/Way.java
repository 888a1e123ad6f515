package io.github.lockstarter.store.record;

/**
 * How a waiter learns that the lock was granted to it, and how long a grant therefore
 * waits for its claim.
 */
public enum Way {

	/**
	 * It is told. It is out of reach while nobody listens for its instance.
	 */
	TOLD(500),

	/**
	 * It is told but asks every second as well, since it did not hear of a grant.
	 */
	DOUBTED(1500),

	/**
	 * It can't be told and asks every second, so it is never out of reach.
	 */
	DEAF(1500);

	private final long claimWindowMillis;

	Way(long claimWindowMillis) {
		this.claimWindowMillis = claimWindowMillis;
	}

	long claimWindowMillis() {
		return this.claimWindowMillis;
	}

}
