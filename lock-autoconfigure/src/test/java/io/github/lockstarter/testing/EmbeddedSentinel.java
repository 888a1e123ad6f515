package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.List;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.sentinel.api.sync.RedisSentinelCommands;

/**
 * One sentinel, in a process of its own.
 */
public final class EmbeddedSentinel implements AutoCloseable {

	private static final Duration LIMIT = Duration.ofSeconds(15);

	private final RedisProcess process;

	private final RedisClient admin = RedisClient.create(TestClientResources.shared());

	private final RedisSentinelCommands<String, String> commands;

	private EmbeddedSentinel(RedisProcess process) {
		this.process = process;
		this.commands = this.admin.connectSentinel(new RedisURI("127.0.0.1", process.port(), LIMIT)).sync();
	}

	static EmbeddedSentinel start(List<String> configuration) {
		return new EmbeddedSentinel(RedisProcess.startSentinel(FreePort.find(), configuration));
	}

	public int port() {
		return this.process.port();
	}

	/**
	 * What it has to say, from a connection of its own.
	 * @return commands for this sentinel alone
	 */
	public RedisSentinelCommands<String, String> commands() {
		return this.commands;
	}

	/**
	 * Freeze the sentinel: it keeps its connections and answers nothing.
	 */
	public void pause() {
		this.process.pause();
	}

	public void resume() {
		this.process.resume();
	}

	/**
	 * End the sentinel at once.
	 */
	public void kill() {
		this.process.kill();
	}

	@Override
	public void close() {
		this.process.kill();
		this.admin.shutdown();
	}

}
