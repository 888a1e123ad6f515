package io.github.lockstarter.core;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for an application that goes on with another Redis, or restarts its connection
 * factory.
 */
class ReplacedRedisClientIntegrationTests extends OwnRedis {

	private final AtomicReference<RedisServers> current = new AtomicReference<>(RedisServers.at(this.server.uri()));

	private final DefaultLockClient client = Clients.client(new RedisLockStore(this.current::get, "lock:", 0), "own");

	private final DefaultLockClient other = lockClient();

	@Test
	void grantsArriveOverTheNewClientToo() {
		handOver();
		this.current.set(RedisServers.at(this.server.uri()));
		handOver();
		assertThat(subscribers()).isEqualTo(1);
	}

	@Test
	void aClientThatIsReplacedWhileItConnectsLeavesNoSecondConnection() throws IOException {
		try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			long before = connections();
			this.current.set(RedisServers.at(RedisURI.create("127.0.0.1", silent.getLocalPort())));
			CompletableFuture<?> asking = onAnotherThread(() -> this.client.lock(this.key).tryAcquire());
			silent.setSoTimeout((int) AMPLY.toMillis());
			try (Socket attempt = silent.accept()) {
				assertThat(attempt.isConnected()).isTrue();
				this.current.set(RedisServers.at(this.server.uri()));
				this.client.lock("another").inspect();
				assertThat(asking).failsWithin(AMPLY).withThrowableThat().isInstanceOf(ExecutionException.class);
			}
			await().until(() -> this.client.engine().isIdle());
			assertThat(connections() - before).isEqualTo(1);
		}
	}

	/** Without its message, a waiter asks again after a second. */
	private void handOver() {
		await().until(this::handOverTakes, (taken) -> taken.compareTo(Duration.ofMillis(300)) < 0);
	}

	private Duration handOverTakes() {
		LockHandle held = this.other.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = onAnotherThread(
				() -> this.client.lock(this.key).waitTime(AMPLY).acquire());
		await().until(() -> this.other.lock(this.key).inspect().waiters() == 1);
		long closedAt = System.nanoTime();
		held.close();
		assertThat(waiting).succeedsWithin(AMPLY);
		Duration taken = Duration.ofNanos(System.nanoTime() - closedAt);
		waiting.join().close();
		return taken;
	}

	private long subscribers() {
		return admin().pubsubChannels().size();
	}

	private long connections() {
		return admin().clientList().lines().count();
	}

	@AfterEach
	void closeClients() {
		this.client.close();
	}

}
