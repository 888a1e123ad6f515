package io.github.lockstarter.store;

/**
 * The share that an acquisition has in a lock, instead of the whole lock. Immutable.
 *
 * @param permits the number of permits that it uses, 1 or more
 * @param capacity the number of permits that may be in use, these included. Every
 * acquisition names its own: the store keeps none, so it can be changed at any time, and
 * earlier grants stay valid
 */
public record Share(int permits, int capacity) {

	/** A reader; any number of them share a lock. */
	public static final Share READER = new Share(1, Integer.MAX_VALUE);

	/**
	 * Create a share.
	 * @param permits the number of permits that it uses
	 * @param capacity the number of permits that may be in use, these included
	 */
	public Share {
		if (permits < 1 || permits > capacity) {
			throw new IllegalArgumentException(
					"permits must be at least 1 and at most the capacity of " + capacity + ", but was " + permits);
		}
	}

}
