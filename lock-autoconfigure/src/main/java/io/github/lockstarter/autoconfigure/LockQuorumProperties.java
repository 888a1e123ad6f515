package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Properties of locks that several Redis servers grant by majority. They are bound
 * without lock-quorum, too, so they know none of its classes.
 */
final class LockQuorumProperties {

	static final String NODES = "distributed-lock.quorum.nodes";

	/**
	 * Lock servers, an odd number of them: URLs like
	 * rediss://user:password@redis-1:6379/0, or names of RedisConnectionFactory beans.
	 * Each is one server: no Sentinel group, no Cluster, and none a replica of another.
	 */
	private List<String> nodes = new ArrayList<>();

	/**
	 * Time to wait for each server; far below the lease.
	 */
	private Duration nodeTimeout = Duration.ofMillis(50);

	/**
	 * Time that a server must have been up to have a vote, since it may have forgotten
	 * locks; no lease may be longer. Zero only for servers that always sync their
	 * append-only file. The same in all instances.
	 */
	private Duration longestLease = Duration.ofMinutes(1);

	public List<String> getNodes() {
		return this.nodes;
	}

	public void setNodes(List<String> nodes) {
		this.nodes = nodes;
	}

	public Duration getNodeTimeout() {
		return this.nodeTimeout;
	}

	public void setNodeTimeout(Duration nodeTimeout) {
		this.nodeTimeout = nodeTimeout;
	}

	public Duration getLongestLease() {
		return this.longestLease;
	}

	public void setLongestLease(Duration longestLease) {
		this.longestLease = longestLease;
	}

}
