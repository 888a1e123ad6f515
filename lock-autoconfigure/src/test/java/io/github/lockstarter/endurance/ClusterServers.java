package io.github.lockstarter.endurance;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;

/**
 * A Redis Cluster of three masters with a replica each.
 */
final class ClusterServers implements Servers {

	private final EmbeddedRedisCluster redis = EmbeddedRedisCluster.startWithReplicas();

	private final Random random;

	ClusterServers(Random random) {
		this.random = random;
	}

	@Override
	public String addresses() {
		return this.redis.nodes().stream().map((node) -> "localhost:" + node.port()).collect(Collectors.joining(","));
	}

	@Override
	public Stream<EmbeddedRedis> primaries() {
		return this.redis.nodes().stream().filter(ClusterNodes::isMaster);
	}

	@Override
	public List<Strike> strikes() {
		return List.of(new Strike("planned failover", this::failOver),
				new Strike("master stopped", () -> replace(EmbeddedRedis::pause, EmbeddedRedis::resume)),
				new Strike("master killed", () -> replace(EmbeddedRedis::kill, EmbeddedRedis::restart)),
				new Strike("master stands still for a moment", this::hesitate),
				new Strike("replica stopped", this::stopReplica),
				new Strike("connections cut", () -> Servers.cut(anyMaster())));
	}

	private EmbeddedRedis anyMaster() {
		return Servers.any(primaries().toList(), this.random);
	}

	private void failOver() {
		EmbeddedRedis former = anyMaster();
		ClusterNodes.failOver(this.redis.replica(former));
		ClusterNodes.awaitReplication(former);
	}

	/** What is repaired comes back as a replica of the one that has taken over. */
	private void replace(Consumer<EmbeddedRedis> strike, Consumer<EmbeddedRedis> repair) {
		EmbeddedRedis former = anyMaster();
		EmbeddedRedis replica = this.redis.replica(former);
		strike.accept(former);
		ClusterNodes.awaitPromotion(replica);
		repair.accept(former);
		ClusterNodes.awaitReplication(former);
	}

	/** For less than it takes to be replaced. */
	private void hesitate() {
		EmbeddedRedis master = anyMaster();
		master.pause();
		Moments.pass(Duration.ofMillis(1 + this.random.nextInt(1000)));
		master.resume();
	}

	private void stopReplica() {
		EmbeddedRedis replica = this.redis.replica(anyMaster());
		replica.pause();
		Moments.pass(this.random);
		replica.resume();
		ClusterNodes.awaitReplication(replica);
	}

	@Override
	public void close() {
		this.redis.close();
	}

}
