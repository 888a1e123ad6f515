package io.github.lockstarter.store.redis;

import java.net.InetSocketAddress;

/**
 * The primary as a sentinel names it.
 *
 * @param address where it is
 * @param epoch grows with each failover; 0 if the sentinel does not tell
 */
record Primary(InetSocketAddress address, long epoch) {

	/**
	 * Whether this is news to whoever knows the other.
	 */
	boolean supersedes(Primary known) {
		return !isSameServerAs(known) && this.epoch >= known.epoch;
	}

	/**
	 * Whether there was no failover in between, by whatever name the server is called.
	 */
	boolean isSameServerAs(Primary other) {
		return this.address.equals(other.address) || (this.epoch == other.epoch && this.epoch > 0);
	}

	@Override
	public String toString() {
		return this.address.getHostString() + ":" + this.address.getPort();
	}

}
