package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A Cluster in which the replica of one primary stands still.
 */
@Tag("topologies")
class LaggingNodeIntegrationTests {

	private final String key = "lagging:" + UUID.randomUUID();

	private final EmbeddedRedisCluster redis = EmbeddedRedisCluster.startWithReplicas();

	private final EmbeddedRedis primary = this.redis.master("lock:" + this.key);

	private final DefaultLockClient client = ChildLocks.acknowledgedClient(this.redis.target(), Duration.ofSeconds(30));

	@Test
	void locksOfThatPrimaryAloneAreUnavailableUntilItIsBack() {
		EmbeddedRedis replica = this.redis.replica(this.primary);
		this.client.lock(this.key).acquire().close();
		replica.pause();
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.client.lock(this.key).tryAcquire())
			.withMessageContaining("'distributed-lock.redis.replica-acks'");
		CompletableFuture<LockHandle> waiting = this.client.lock(this.key).acquireAsync().toCompletableFuture();
		this.client.lock(elsewhere()).acquire().close();
		assertThat(waiting).isNotDone();
		replica.resume();
		assertThat(waiting).succeedsWithin(Duration.ofSeconds(30));
		waiting.join().close();
	}

	private String elsewhere() {
		return Stream.generate(() -> "elsewhere:" + UUID.randomUUID())
			.filter((other) -> this.redis.master("lock:" + other) != this.primary)
			.findFirst()
			.orElseThrow();
	}

	@AfterEach
	void close() {
		this.client.close();
		this.redis.close();
	}

}
