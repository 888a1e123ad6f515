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
		return !this.address.equals(known.address) && this.epoch >= known.epoch;
	}

	@Override
	public String toString() {
		return this.address.getHostString() + ":" + this.address.getPort();
	}

}
