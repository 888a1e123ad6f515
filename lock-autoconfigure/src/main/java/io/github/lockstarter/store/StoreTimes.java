package io.github.lockstarter.store;

import java.time.Duration;

/**
 * Times by which participants and stores rely on each other. They fit together: a waiter
 * asks again before its place is given up, and one that can't be told of a grant before
 * that is given to the next.
 */
public final class StoreTimes {

	/**
	 * How long after a request a waiter asks again, whether or not it can be told of a
	 * grant. Many that wait in one JVM ask more rarely, and have their places kept for
	 * longer.
	 */
	public static final Duration RECHECK = Duration.ofSeconds(1);

	/**
	 * For how many re-checks a place in the queue is kept: so many may be lost, less one.
	 */
	public static final int RECHECKS_OF_A_PLACE = 3;

	/**
	 * How long a grant counts at least without a claim, if its waiter is told of it.
	 */
	public static final Duration CLAIM_WINDOW = Duration.ofMillis(500);

	/**
	 * How long a grant counts at least without a claim, if its waiter may not hear of it:
	 * longer than until it {@linkplain #RECHECK asks again}.
	 */
	public static final Duration UNHEARD_CLAIM_WINDOW = RECHECK.plus(CLAIM_WINDOW);

	/**
	 * For how long a store remembers at least how an acquisition has finished: a request
	 * that is so late is never carried out. Until then it also keeps a record of no use.
	 */
	public static final Duration REMEMBERED = Duration.ofSeconds(5);

	private StoreTimes() {
	}

}
