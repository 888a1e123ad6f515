package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StoredRecord;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Clients of a Redis server that a test has for itself, to count its commands or to do it
 * harm. After each test the clients hold nothing, and neither does the server.
 */
@ExtendWith(RepeatedIfDisturbed.class)
abstract class OwnRedis {

	static final Duration AMPLY = Duration.ofSeconds(20);

	final String key = "order:" + UUID.randomUUID();

	final EmbeddedRedis server;

	private final List<RedisClient> redisClients = new ArrayList<>();

	private final List<DefaultLockClient> lockClients = new ArrayList<>();

	private final StatefulRedisConnection<String, String> admin;

	OwnRedis(String... arguments) {
		this.server = EmbeddedRedis.start(arguments);
		this.admin = redisClient(this.server.uri()).connect();
	}

	private RedisClient redisClient(RedisURI uri) {
		RedisClient client = RedisClient.create(uri);
		this.redisClients.add(client);
		return client;
	}

	RedisCommands<String, String> admin() {
		return this.admin.sync();
	}

	DefaultLockClient lockClient() {
		return lockClient(this.server.uri());
	}

	DefaultLockClient lockClient(RedisURI uri) {
		DefaultLockClient client = Clients.client(new RedisLockStore(RedisServers.at(uri), "lock:"), "own");
		this.lockClients.add(client);
		return client;
	}

	/** A session that belongs to no client. */
	LockSession stranger() {
		return new RedisLockStore(RedisServers.at(this.server.uri()), "lock:").open("stranger", new Deaf());
	}

	<T> CompletableFuture<T> onAnotherThread(Callable<T> task) {
		CompletableFuture<T> result = new CompletableFuture<>();
		new Thread(() -> {
			try {
				result.complete(task.call());
			}
			catch (Throwable ex) {
				result.completeExceptionally(ex);
			}
		}).start();
		return result;
	}

	/** How often clients have run scripts. */
	long scriptCalls() {
		return admin().info("commandstats")
			.lines()
			.filter((line) -> line.startsWith("cmdstat_evalsha:") || line.startsWith("cmdstat_eval:"))
			.mapToLong((line) -> Long.parseLong(line.replaceAll("[^:]*:calls=(\\d+),.*", "$1")))
			.sum();
	}

	@AfterEach
	void leavesNothingBehind() {
		try {
			await().untilAsserted(() -> assertThat(this.lockClients).allMatch((client) -> client.engine().isIdle()));
			// a connection that was lost long ago may not be back yet
			RedisCommands<String, String> fresh = redisClient(this.server.uri()).connect().sync();
			await().untilAsserted(() -> assertThat(StoredRecord.of(fresh, "lock:" + this.key).owner()).isEmpty());
		}
		finally {
			this.lockClients.forEach(DefaultLockClient::close);
			this.redisClients.forEach(RedisClient::shutdown);
			this.server.close();
		}
	}

}
