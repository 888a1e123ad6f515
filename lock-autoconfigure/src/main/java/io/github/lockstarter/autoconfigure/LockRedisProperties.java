package io.github.lockstarter.autoconfigure;

/**
 * Properties of locks that are kept in Redis.
 */
final class LockRedisProperties {

	private static final String PREFIX = "distributed-lock.redis.";

	/**
	 * Number of replicas that have to acknowledge a lease before it counts, so that a
	 * failover to one of them does not forget it. With fewer connected replicas, no lock
	 * can be acquired or renewed. Not for the nodes of a quorum.
	 */
	private int replicaAcks = 0;

	public int getReplicaAcks() {
		return this.replicaAcks;
	}

	public void setReplicaAcks(int replicaAcks) {
		this.replicaAcks = replicaAcks;
	}

	int checkedReplicaAcks() {
		if (this.replicaAcks < 0) {
			throw LockConfigurationException.property(PREFIX + "replica-acks", Integer.toString(this.replicaAcks),
					"it has to be 0 or more",
					"Set it to the number of replicas that have to acknowledge a lock, or leave it out to wait for none.");
		}
		return this.replicaAcks;
	}

}
