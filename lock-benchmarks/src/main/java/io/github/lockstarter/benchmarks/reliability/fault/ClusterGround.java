package io.github.lockstarter.benchmarks.reliability.fault;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

import io.github.lockstarter.benchmarks.Target;
import io.github.lockstarter.benchmarks.Target.Topology;
import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;

/**
 * Three masters with a replica each, and a node time-out of two seconds. All locks of a
 * trial are in one slot.
 */
final class ClusterGround implements Ground {

	private final EmbeddedRedisCluster redis = EmbeddedRedisCluster.startWithReplicas();

	private final EmbeddedRedis master = this.redis.master(Fault.KEY);

	private final EmbeddedRedis replica = this.redis.replica(this.master);

	private EmbeddedRedis serving = this.master;

	EmbeddedRedis master() {
		return this.master;
	}

	void failOver() {
		ClusterNodes.failOver(this.replica);
	}

	/** Wait until the replica says that it is the master. */
	void awaitElection() {
		ClusterNodes.awaitPromotion(this.replica);
		this.serving = this.replica;
	}

	/** While it is used, to the next master. */
	void moveSlot(Runnable halfWay) {
		this.serving = this.redis.moveSlot(Fault.KEY, halfWay);
	}

	@Override
	public Target target(Duration lease) {
		return new Target(Topology.CLUSTER,
				this.redis.nodes().stream().map((node) -> "127.0.0.1:" + node.port()).toList(), lease, Map.of());
	}

	@Override
	public Stream<EmbeddedRedis> serving() {
		return Stream.of(this.serving);
	}

	@Override
	public void close() {
		this.redis.close();
	}

}
