package io.github.lockstarter.benchmarks;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.benchmarks.contender.FloorContender;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;

/**
 * Sends a command each millisecond for as long as it lives, as clients do who see whether
 * their connections still work, only more often.
 */
public final class ChattyContender implements Contender {

	private final FloorContender locks;

	private final RedisClient client;

	private final ScheduledExecutorService chatter = Executors.newSingleThreadScheduledExecutor();

	public ChattyContender(Target target) {
		this.locks = new FloorContender(target);
		this.client = RedisClient.create(target.uri());
		StatefulRedisConnection<String, String> connection = this.client.connect();
		this.chatter.scheduleAtFixedRate(connection.async()::ping, 0, 1, TimeUnit.MILLISECONDS);
	}

	@Override
	public String configuration() {
		return "chatty";
	}

	@Override
	public @Nullable Held acquire(String key, Duration wait) {
		return this.locks.acquire(key, wait);
	}

	@Override
	public void close() {
		this.chatter.shutdownNow();
		this.client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
		this.locks.close();
	}

}
