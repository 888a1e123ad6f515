package io.github.lockstarter.store.redis.sentinel;

import java.net.InetSocketAddress;

/**
 * The primary as sentinels name it.
 *
 * @param address where it is
 * @param epoch grows with each failover; 0 if the sentinel does not tell
 * @param runId the name of the process; empty if the sentinel does not tell, or know it
 * yet
 * @param certain whether all sentinels were heard
 */
record Primary(InetSocketAddress address, long epoch, String runId, boolean certain) {

	/**
	 * Whether this is news to whoever knows the other. Sentinels that were set up anew
	 * count their failovers from the beginning.
	 */
	boolean supersedes(Primary known) {
		return !isSameServerAs(known) && !isDoubtfulTo(known);
	}

	/**
	 * Whether it may be that only sentinels were heard that missed a failover.
	 */
	boolean isDoubtfulTo(Primary known) {
		return this.epoch < known.epoch && !this.certain;
	}

	/**
	 * Whether it is the same server, perhaps by another address.
	 */
	boolean isSameServerAs(Primary other) {
		return this.address.equals(other.address) || (!this.runId.isEmpty() && this.runId.equals(other.runId));
	}

	/**
	 * The same, as all sentinels were heard.
	 */
	Primary asCertain() {
		return new Primary(this.address, this.epoch, this.runId, true);
	}

	@Override
	public String toString() {
		return this.address.getHostString() + ":" + this.address.getPort();
	}

}
