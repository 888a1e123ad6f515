package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.RedisAccess;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A Cluster with replicas, and applications whose user has the documented rights and no
 * others.
 */
@Tag("topologies")
class SecuredClusterIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration SOON = Duration.ofSeconds(15);

	private final EmbeddedRedisCluster cluster = EmbeddedRedisCluster.startWithReplicas();

	private final RedisClusterClient redis = RedisAccess.clientOf(this.cluster);

	private final DefaultLockClient one = ChildLocks.client(this.redis, LEASE);

	private final DefaultLockClient two = ChildLocks.client(this.redis, LEASE);

	private final String key = "secured:" + UUID.randomUUID();

	@Test
	void aFailoverIsFollowedAndALockPassesOn() {
		LockHandle held = this.one.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = this.two.lock(this.key).acquireAsync().toCompletableFuture();
		await().until(() -> this.one.lock(this.key).inspect().waiters() == 1);
		EmbeddedRedis master = this.cluster.master("lock:" + this.key);
		EmbeddedRedis replica = this.cluster.replica(master);
		ClusterNodes.awaitReplication(replica);
		master.kill();
		ClusterNodes.awaitPromotion(replica);
		held.close();
		StallProofTime.awaitSuccessWithin(SOON, waiting);
		String connections = ClusterNodes.ask(replica, RedisCommands::clientList);
		assertThat(connections).contains("user=app");
		waiting.join().close();
	}

	@AfterEach
	void close() {
		this.one.close();
		this.two.close();
		this.redis.shutdown();
		this.cluster.close();
	}

}
