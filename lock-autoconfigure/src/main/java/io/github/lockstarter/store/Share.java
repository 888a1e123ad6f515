package io.github.lockstarter.store;

/**
 * What an acquisition uses of a lock that it shares with others, instead of having it for
 * itself alone.
 *
 * @param permits how many permits it uses, 1 or more
 * @param capacity how many permits may be in use together with them. Every acquisition
 * names it by itself: the store keeps none, so it can be changed at any time, and what
 * was granted before stays granted
 */
public record Share(int permits, int capacity) {

	/** A reader, of whom there may be any number. */
	public static final Share READER = new Share(1, Integer.MAX_VALUE);

	/**
	 * Create a share.
	 * @param permits how many permits it uses
	 * @param capacity how many may be in use together with them
	 */
	public Share {
		if (permits < 1 || permits > capacity) {
			throw new IllegalArgumentException(
					"permits must be at least 1 and at most the capacity of " + capacity + ", but was " + permits);
		}
	}

}
