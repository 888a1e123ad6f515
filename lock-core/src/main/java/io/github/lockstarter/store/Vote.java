package io.github.lockstarter.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The conditions for a store whose answer is one of several that decide about a lock. Its
 * answer names its {@linkplain StoreAnswer#clock() server}.
 *
 * @param leastToken the smallest fencing token to give; a smaller one that the same
 * acquisition already has is raised
 * @param upFor the time that the store must have been up, so that it can't have forgotten
 * a lease that lasts; a store that started later grants nothing
 */
public record Vote(long leastToken, Duration upFor) {

	/**
	 * The failure of a store that may have forgotten its grants.
	 * @param up how long it has been up; {@code null} if it does not know
	 * @param server the id of its server; empty if it does not know
	 * @return the failure, or {@code null} if it has been up for long enough
	 */
	public @Nullable NoVoteException refusal(@Nullable Duration up, String server) {
		if (this.upFor.isZero() || (up != null && up.compareTo(this.upFor) >= 0)) {
			return null;
		}
		String message = (up == null) ? "it does not report how long it has been up" : "it started " + up.toSeconds()
				+ " s ago, and takes part again after " + this.upFor.toSeconds() + " s";
		return new NoVoteException(message, server);
	}

}
