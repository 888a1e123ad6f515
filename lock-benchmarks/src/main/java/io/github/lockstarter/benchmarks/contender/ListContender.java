package io.github.lockstarter.benchmarks.contender;

import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Target;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.jspecify.annotations.Nullable;

/**
 * The cheapest hand-over that Redis itself offers: one token on a list. It excludes, but
 * is no lock for real work, since a token that is taken never comes back by itself.
 */
public final class ListContender implements Contender {

	private static final double MILLIS_PER_SECOND = 1000;

	private static final String MADE = ":made";

	private final RedisClient client;

	private final RedisCommands<String, String> commands;

	/** A blocking pop occupies its connection. */
	private final Queue<RedisCommands<String, String>> idle = new ConcurrentLinkedQueue<>();

	private final Set<String> known = ConcurrentHashMap.newKeySet();

	/**
	 * Connect it.
	 * @param target where Redis is
	 */
	public ListContender(Target target) {
		this.client = RedisClient.create(target.uri());
		this.commands = this.client.connect().sync();
	}

	@Override
	public String configuration() {
		return "a token on a list: BLPOP on a connection of its own for each waiter, then LPUSH; no lease";
	}

	@Override
	public @Nullable Held acquire(String key, Duration wait) {
		if (this.known.add(key) && Boolean.TRUE.equals(this.commands.setnx(key + MADE, ""))) {
			this.commands.lpush(key, "token");
		}
		RedisCommands<String, String> blocking = this.idle.poll();
		if (blocking == null) {
			blocking = this.client.connect().sync();
		}
		boolean taken = blocking.blpop(wait.toMillis() / MILLIS_PER_SECOND, key) != null;
		this.idle.add(blocking);
		return taken ? () -> this.commands.lpush(key, "token") : null;
	}

	@Override
	public void close() {
		this.known.forEach((key) -> this.commands.del(key, key + MADE));
		this.client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
	}

}
