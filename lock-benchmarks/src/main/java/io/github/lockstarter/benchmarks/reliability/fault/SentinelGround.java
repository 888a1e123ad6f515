package io.github.lockstarter.benchmarks.reliability.fault;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.lockstarter.benchmarks.Target;
import io.github.lockstarter.benchmarks.Target.Topology;
import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisSentinel;
import io.lettuce.core.RedisException;
import org.awaitility.Awaitility;

/**
 * A primary with two replicas, and three sentinels that wait for a second before they
 * replace it.
 */
final class SentinelGround implements Ground {

	private final EmbeddedRedisSentinel redis = EmbeddedRedisSentinel.start(Duration.ofSeconds(1));

	private final EmbeddedRedis first = this.redis.primary();

	private EmbeddedRedis primary = this.first;

	EmbeddedRedis first() {
		return this.first;
	}

	void failOver() {
		this.redis.failOver();
	}

	/**
	 * Wait until another server says that it is the primary. Sentinels cut the
	 * connections of a server that they promote.
	 */
	void awaitElection() {
		List<EmbeddedRedis> replicas = this.redis.servers().stream().filter((server) -> server != this.first).toList();
		Awaitility.await()
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(10))
			.atMost(Duration.ofMinutes(1))
			.ignoreExceptionsInstanceOf(RedisException.class)
			.until(() -> {
				replicas.stream().filter(SentinelGround::isPrimary).forEach((elected) -> this.primary = elected);
				return this.primary != this.first;
			});
	}

	private static boolean isPrimary(EmbeddedRedis server) {
		return ClusterNodes.ask(server, (commands) -> commands.info("replication")).contains("role:master");
	}

	@Override
	public Target target(Duration lease) {
		return new Target(Topology.SENTINEL,
				this.redis.sentinels().stream().map((sentinel) -> "127.0.0.1:" + sentinel.port()).toList(), lease,
				Map.of());
	}

	@Override
	public Stream<EmbeddedRedis> serving() {
		return Stream.of(this.primary);
	}

	@Override
	public void close() {
		this.redis.close();
	}

}
