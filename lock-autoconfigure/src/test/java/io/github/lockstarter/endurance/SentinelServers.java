package io.github.lockstarter.endurance;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisSentinel;
import io.github.lockstarter.testing.EmbeddedSentinel;

/**
 * A primary with two replicas, and three sentinels.
 */
final class SentinelServers implements Servers {

	private final EmbeddedRedisSentinel redis = EmbeddedRedisSentinel.start(Duration.ofSeconds(2));

	private final Random random;

	SentinelServers(Random random) {
		this.random = random;
	}

	@Override
	public String addresses() {
		return this.redis.sentinelAddresses();
	}

	@Override
	public Stream<EmbeddedRedis> primaries() {
		return Stream.of(this.redis.primary());
	}

	@Override
	public List<Strike> strikes() {
		return List.of(new Strike("planned failover", () -> replace((former) -> this.redis.failOver(), (former) -> {
		})), new Strike("primary stopped", () -> replace(EmbeddedRedis::pause, EmbeddedRedis::resume)),
				new Strike("primary killed", () -> replace(EmbeddedRedis::kill, EmbeddedRedis::restart)),
				new Strike("replica stopped", this::stopReplica), new Strike("sentinel stopped", this::stopSentinel),
				new Strike("connections cut", () -> Servers.cut(this.redis.primary())));
	}

	/**
	 * What is repaired comes back when another one is the primary, which it has to follow
	 * then.
	 */
	private void replace(Consumer<EmbeddedRedis> strike, Consumer<EmbeddedRedis> repair) {
		EmbeddedRedis former = this.redis.primary();
		strike.accept(former);
		this.redis.awaitOtherPrimary(former);
		repair.accept(former);
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
