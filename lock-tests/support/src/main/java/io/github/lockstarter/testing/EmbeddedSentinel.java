package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.List;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import io.lettuce.core.sentinel.api.sync.RedisSentinelCommands;

/**
 * One sentinel, in a process of its own.
 */
public final class EmbeddedSentinel implements AutoCloseable {

	private static final String PASSWORD = "admin";

	/**
	 * What a sentinel is configured with to require a password, and to log in with it to
	 * the others.
	 */
	static final List<String> CLOSED = List.of("requirepass " + PASSWORD, "sentinel sentinel-pass " + PASSWORD);

	private static final Duration LIMIT = Duration.ofSeconds(15);

	private final RedisProcess process;

	private final RedisClient admin = RedisClient.create(TestClientResources.shared());

	private final RedisSentinelCommands<String, String> commands;

	private EmbeddedSentinel(RedisProcess process, boolean closed) {
		this.process = process;
		RedisURI uri = new RedisURI("127.0.0.1", process.port(), LIMIT);
		if (closed) {
			uri.setCredentialsProvider(new StaticCredentialsProvider("default", PASSWORD.toCharArray()));
		}
		this.commands = this.admin.connectSentinel(uri).sync();
	}

	static EmbeddedSentinel start(List<String> configuration) {
		return start(FreePort.find(), configuration);
	}

	private static EmbeddedSentinel start(int port, List<String> configuration) {
		return new EmbeddedSentinel(RedisProcess.startSentinel(port, configuration), configuration.containsAll(CLOSED));
	}

	/**
	 * Start another sentinel at the same address, which knows no more than what it is
	 * configured with. This one has to be closed before.
	 */
	EmbeddedSentinel recreate(List<String> configuration) {
		return start(port(), configuration);
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
