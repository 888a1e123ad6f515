package io.github.lockstarter.faults.servers;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisSentinel;
import io.github.lockstarter.testing.EmbeddedSentinel;
import io.github.lockstarter.testing.RedisTarget;

/**
 * A primary with two replicas, and three sentinels.
 */
final class SentinelServers implements Servers {

	private final EmbeddedRedisSentinel redis;

	private final Random random;

	SentinelServers(Random random, Duration untilReplaced) {
		this.redis = EmbeddedRedisSentinel.start(untilReplaced);
		this.random = random;
	}

	@Override
	public String addresses() {
		return this.redis.sentinelAddresses();
	}

	@Override
	public String access(Map<Integer, Integer> proxies) {
		return Access.through(Topology.SENTINEL, addresses(), proxies);
	}

	@Override
	public List<EmbeddedRedis> all() {
		return this.redis.servers();
	}

	@Override
	public EmbeddedRedis serving(String record) {
		return this.redis.primary();
	}

	@Override
	public RedisTarget target() {
		return this.redis.target();
	}

	@Override
	public boolean isNeeded(EmbeddedRedis server) {
		return server == this.redis.primary();
	}

	@Override
	public int channelTolerance() {
		return 0;
	}

	@Override
	public int mostSpareConnections() {
		return 0;
	}

	@Override
	public Stream<EmbeddedRedis> primaries() {
		return Stream.of(this.redis.primary());
	}

	@Override
	public List<Strike> strikes() {
		return List.of(Strike.losingWrites("planned failover",
				() -> replace((former) -> this.redis.failOverInTheEnd(), (former) -> {
				})), Strike.losingWrites("primary stopped", () -> replace(EmbeddedRedis::pause, EmbeddedRedis::resume)),
				Strike.losingWrites("primary killed", () -> replace(EmbeddedRedis::kill, EmbeddedRedis::restart)),
				Strike.losingNothing("replica stopped", this::stopReplica),
				Strike.losingNothing("sentinel stopped", this::stopSentinel),
				Strike.losingNothing("connections cut", () -> Servers.cut(this.redis.primary())));
	}

	/**
	 * What is repaired comes back when another one is the primary, which it has to follow
	 * then. Sentinels take some ten seconds to tell it, and until then it is a primary to
	 * whoever does not know of the other yet, as a JVM that stood still meanwhile.
	 */
	private void replace(Consumer<EmbeddedRedis> strike, Consumer<EmbeddedRedis> repair) {
		EmbeddedRedis former = this.redis.primary();
		strike.accept(former);
		this.redis.awaitOtherPrimary(former);
		repair.accept(former);
		ClusterNodes.awaitReplication(former);
		this.redis.awaitReady();
	}

	private void stopReplica() {
		EmbeddedRedis primary = this.redis.primary();
		EmbeddedRedis replica = Servers
			.any(this.redis.servers().stream().filter((server) -> server != primary).toList(), this.random);
		replica.pause();
		Moments.pass(this.random);
		replica.resume();
		this.redis.awaitReady();
	}

	private void stopSentinel() {
		EmbeddedSentinel sentinel = Servers.any(this.redis.sentinels(), this.random);
		sentinel.pause();
		Moments.pass(this.random);
		sentinel.resume();
		this.redis.awaitReady();
	}

	@Override
	public void close() {
		this.redis.close();
	}

}
