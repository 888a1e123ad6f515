package io.github.lockstarter.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What a store is to know if its answer is one of several that decide about a lock. A
 * store that answers names its {@linkplain StoreAnswer#clock() server}.
 *
 * @param leastToken the fencing token is not smaller; one that was given to the same
 * acquisition before is raised
 * @param upFor for how long the store must have been up, so that it can't have forgotten
 * a lease that lasts; a store that started later grants nothing
 */
public record Vote(long leastToken, Duration upFor) {

	/**
	 * The failure of a store that may have forgotten what it granted.
	 * @param up for how long it has been up; {@code null} if it does not know
	 * @return the failure, or {@code null} if it has been up for long enough
	 */
	public @Nullable StoreException refusal(@Nullable Duration up) {
		if (this.upFor.isZero() || (up != null && up.compareTo(this.upFor) >= 0)) {
			return null;
		}
		String message = (up == null) ? "it does not tell for how long it has been up" : "it started " + up.toSeconds()
				+ " s ago, and takes part again after " + this.upFor.toSeconds() + " s";
		return new StoreException(message, true, StoreException.Kind.NOT_READY, null);
	}

}
