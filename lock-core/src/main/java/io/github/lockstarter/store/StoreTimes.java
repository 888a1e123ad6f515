package io.github.lockstarter.store;

import java.time.Duration;

/**
 * Times by which participants and stores rely on each other. They fit together: a waiter
 * asks again before its place is given up, and a waiter that can't be notified asks again
 * before its grant passes to the next.
 */
public final class StoreTimes {

	/**
	 * The time after which a waiter asks again, whether or not it can be notified of a
	 * grant. Waiters of a JVM that has many of them ask less often, and their places are
	 * kept for longer.
	 */
	public static final Duration RECHECK = Duration.ofSeconds(1);

	/**
	 * The number of re-checks for which a place in the queue is kept, and a grant is
	 * valid that it gets in that time: all but one of them may be lost.
	 */
	public static final int RECHECKS_OF_A_PLACE = 3;

	/**
	 * The longest time for which a place in the queue is kept after a request. A place
	 * that seems to be kept for longer is from before the store's clock was set back, and
	 * a grant that it gets is valid for no more than this time: the waiter may be gone.
	 */
	public static final Duration LONGEST_PLACE = Duration.ofSeconds(15);

	/**
	 * The shortest time for which a store remembers how an acquisition has finished, so
	 * that a late request is not carried out. A store also keeps a useless record for
	 * that time.
	 */
	public static final Duration REMEMBERED = Duration.ofSeconds(5);

	private StoreTimes() {
	}

}
