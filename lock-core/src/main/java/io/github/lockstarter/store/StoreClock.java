package io.github.lockstarter.store;

/**
 * A moment on a store's clock. Two moments can be compared only if they come from the
 * same server.
 *
 * @param micros microseconds since the epoch by that server
 * @param server the server's id, new after each of its restarts; empty if unknown
 */
public record StoreClock(long micros, String server) {

	/**
	 * Whether both moments come from the same server, as far as that is known.
	 * @param other the other moment
	 * @return false if the server of one of them is not known
	 */
	public boolean isOfSameServerAs(StoreClock other) {
		return !this.server.isEmpty() && this.server.equals(other.server);
	}

}
