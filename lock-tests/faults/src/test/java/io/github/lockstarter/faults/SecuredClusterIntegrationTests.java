package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.SecuredCluster;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A Cluster with replicas behind TLS, and applications whose user has the documented
 * rights and no others.
 */
@Tag("topologies")
class SecuredClusterIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration SOON = Duration.ofSeconds(15);

	private final SecuredCluster secured = SecuredCluster.start();

	private final EmbeddedRedisCluster cluster = this.secured.cluster();

	private final String key = "secured:" + UUID.randomUUID();

	private final List<DefaultLockClient> clients = new ArrayList<>();

	/** A busy machine may need more than one attempt for so many handshakes. */
	private DefaultLockClient connected(DefaultLockClient client) {
		this.clients.add(client);
		await().atMost(Duration.ofMinutes(3)).ignoreExceptions().until(() -> {
			client.lock(this.key).waitTime(SOON).acquire().close();
			return true;
		});
		return client;
	}

	private CompletableFuture<LockHandle> waitFor(LockHandle held, DefaultLockClient client) {
		CompletableFuture<LockHandle> waiting = client.lock(this.key).acquireAsync().toCompletableFuture();
		await().until(() -> client.lock(this.key).inspect().waiters() == 1);
		assertThat(held.isValid()).isTrue();
		return waiting;
	}

	@Test
	void aFailoverIsFollowedAndALockPassesOn() {
		DefaultLockClient one = connected(ChildLocks.client(this.secured.target(), LEASE));
		DefaultLockClient two = connected(ChildLocks.client(this.secured.target(), LEASE));
		LockHandle held = one.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = waitFor(held, two);
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

	@Test
	void aLockThatAReplicaHasToAcknowledgePassesOn() {
		DefaultLockClient one = connected(ChildLocks.acknowledgedClient(this.secured.target(), LEASE));
		DefaultLockClient two = connected(ChildLocks.acknowledgedClient(this.secured.target(), LEASE));
		LockHandle held = one.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = waitFor(held, two);
		held.close();
		StallProofTime.awaitSuccessWithin(SOON, waiting);
		assertThat(waiting.join().fencingToken()).isGreaterThan(held.fencingToken());
		waiting.join().close();
	}

	@AfterEach
	void close() {
		this.clients.forEach(DefaultLockClient::close);
		this.secured.close();
	}

}
