package io.github.lockstarter.store.redis.sentinel;

import java.net.InetSocketAddress;

import io.lettuce.core.RedisURI;

/**
 * The primary as sentinels name it.
 *
 * @param address its address
 * @param epoch grows with each failover; 0 if the sentinel does not report it
 * @param runId the name of the process; empty if the sentinel does not report it, or does
 * not know it yet
 * @param certain whether most sentinels answered
 */
record Primary(InetSocketAddress address, long epoch, String runId, boolean certain) {

	/**
	 * Whether this is newer than the other. Sentinels that were set up again count their
	 * failovers from the beginning, so an older failover counts if most of them say so.
	 */
	boolean supersedes(Primary known) {
		return !isSameServerAs(known) && !isDoubtfulTo(known);
	}

	/**
	 * Whether possibly only sentinels answered that missed a failover.
	 */
	boolean isDoubtfulTo(Primary known) {
		return this.epoch < known.epoch && !this.certain;
	}

	/**
	 * Whether it is the same server, perhaps at another address: sentinels may announce
	 * host names or addresses. For a moment after a failover they don't know the name of
	 * the process, but each failover has one primary.
	 */
	boolean isSameServerAs(Primary other) {
		if (this.address.equals(other.address)) {
			return true;
		}
		boolean known = !this.runId.isEmpty() && !other.runId.isEmpty();
		return known ? this.runId.equals(other.runId) : this.epoch > 0 && this.epoch == other.epoch;
	}

	/**
	 * Its address, without credentials.
	 */
	RedisURI uri() {
		return RedisURI.create(this.address.getHostString(), this.address.getPort());
	}

	/**
	 * The same, with the answers of most sentinels.
	 */
	Primary asCertain() {
		return new Primary(this.address, this.epoch, this.runId, true);
	}

	@Override
	public String toString() {
		return this.address.getHostString() + ":" + this.address.getPort();
	}

}
