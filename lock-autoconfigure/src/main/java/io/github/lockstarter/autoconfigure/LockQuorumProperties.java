package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.store.quorum.NamedStore;
import io.github.lockstarter.store.quorum.QuorumLockStore;
import io.github.lockstarter.store.quorum.QuorumOptions;

/**
 * Properties of locks that several Redis servers grant by majority.
 */
final class LockQuorumProperties {

	static final String NODES = "distributed-lock.quorum.nodes";

	private static final String PREFIX = "distributed-lock.quorum";

	/**
	 * Lock servers, an odd number of them: URLs like
	 * rediss://user:password@redis-1:6379/0, or names of RedisConnectionFactory beans.
	 * Each is a server, a Sentinel group or a Cluster of its own, none a replica of
	 * another.
	 */
	private List<String> nodes = new ArrayList<>();

	/**
	 * Time to wait for each server; far below the lease.
	 */
	private Duration nodeTimeout = QuorumOptions.DEFAULT.nodeTimeout();

	/**
	 * Time that a server must have been up to have a vote, since it may have forgotten
	 * locks; no lease may be longer. Zero only for servers that always sync their
	 * append-only file. The same in all instances.
	 */
	private Duration longestLease = QuorumOptions.DEFAULT.longestLease();

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

	QuorumLockStore store(List<NamedStore> stores) {
		try {
			return new QuorumLockStore(stores, new QuorumOptions(this.nodeTimeout, this.longestLease));
		}
		catch (IllegalArgumentException ex) {
			throw LockConfigurationException.group(PREFIX, ex);
		}
	}

}
