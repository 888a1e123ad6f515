package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.faults.proxy.Direction;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for how little the application's own client and its settings matter to locks.
 */
class ApplicationClientIntegrationTests extends OwnRedis {

	private static final Duration LEASE = Duration.ofSeconds(3);

	private static final int THREADS = 2;

	@Test
	void aHeldLockIsKeptAlthoughRedisAnswersMoreSlowlyThanTheApplicationWaits() {
		Duration answer = Duration.ofMillis(500);
		try (RespProxy proxy = new RespProxy(this.server.port())) {
			RedisURI uri = RedisURI.builder()
				.withHost("127.0.0.1")
				.withPort(proxy.port())
				.withTimeout(answer.dividedBy(5))
				.build();
			RedisServers redis = RedisServers.at(uri)
				.withOptions(ClientOptions.builder().timeoutOptions(TimeoutOptions.enabled()).build());
			try (DefaultLockClient client = Clients.client(new RedisLockStore(redis, "lock:"), "own")) {
				proxy.delay(Direction.REPLIES, answer);
				LockHandle held = client.lock(this.key).waitTime(AMPLY).leaseTime(LEASE).acquire();
				StallProofTime.pass(LEASE.multipliedBy(2));
				assertThat(held.isValid()).isTrue();
				held.close();
				assertThat(held.isLost()).isFalse();
			}
		}
	}

	@Test
	void codeThatBlocksAllThreadsOfTheApplicationsClientStopsNoLock() {
		ClientResources resources = DefaultClientResources.builder().ioThreadPoolSize(THREADS).build();
		RedisServers redis = RedisServers.at(this.server.uri()).withResources(resources);
		Set<Thread> blocked = ConcurrentHashMap.newKeySet();
		CountDownLatch over = new CountDownLatch(1);
		RedisClient application = RedisClient.create(resources, this.server.uri());
		try (DefaultLockClient client = Clients.client(new RedisLockStore(redis, "lock:"), "own")) {
			LockHandle held = client.lock(this.key).leaseTime(LEASE).acquire();
			List<StatefulRedisConnection<String, String>> connections = Stream.generate(application::connect)
				.limit(2 * THREADS)
				.toList();
			await().atMost(AMPLY).until(() -> {
				connections.forEach((connection) -> connection.async().ping().thenRun(() -> block(blocked, over)));
				return blocked.size() == THREADS;
			});
			client.lock("another").acquire().close();
			StallProofTime.pass(LEASE.multipliedBy(2));
			assertThat(held.isValid()).isTrue();
			held.close();
		}
		finally {
			over.countDown();
			application.shutdown();
			resources.shutdown(0, 10, TimeUnit.SECONDS).awaitUninterruptibly();
		}
	}

	/** What is answered already runs on the thread that asked. */
	private static void block(Set<Thread> blocked, CountDownLatch over) {
		if (!Thread.currentThread().getName().startsWith("lettuce-")) {
			return;
		}
		blocked.add(Thread.currentThread());
		try {
			over.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
