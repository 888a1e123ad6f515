package io.github.lockstarter.testing;

import java.time.Duration;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;

/**
 * A Redis server of its own, in a process of its own, on a free port of the loopback
 * interface and without persistence. It ends with this JVM at the latest.
 */
public final class EmbeddedRedis implements AutoCloseable {

	private static final int START_ATTEMPTS = 5;

	private final String[] arguments;

	private RedisProcess process;

	private EmbeddedRedis(RedisProcess process, String[] arguments) {
		this.process = process;
		this.arguments = arguments;
	}

	/**
	 * The server that all tests of this JVM share. Don't stop, pause or reconfigure it.
	 * @return the shared server
	 */
	public static EmbeddedRedis shared() {
		return Shared.INSTANCE;
	}

	/**
	 * Start a server.
	 * @param arguments more arguments of redis-server, like {@code --maxmemory 2mb}, one
	 * word each
	 * @return the running server
	 */
	public static EmbeddedRedis start(String... arguments) {
		IllegalStateException failure = new IllegalStateException("No Redis server started");
		for (int attempt = 0; attempt < START_ATTEMPTS; attempt++) {
			try {
				return new EmbeddedRedis(RedisProcess.start(FreePort.find(), arguments), arguments);
			}
			catch (IllegalStateException ex) {
				failure.addSuppressed(ex);
			}
		}
		throw failure;
	}

	public int port() {
		return this.process.port();
	}

	public long pid() {
		return this.process.pid();
	}

	public boolean isRunning() {
		return this.process.isAlive();
	}

	public RedisURI uri() {
		return RedisURI.builder().withHost("127.0.0.1").withPort(port()).withTimeout(Duration.ofSeconds(5)).build();
	}

	/**
	 * What a client needs to reach it.
	 * @return the target
	 */
	public RedisTarget target() {
		return RedisTarget.at(uri());
	}

	/**
	 * Create a client, to be shut down by the caller.
	 * @return the client
	 */
	public RedisClient newClient() {
		return newClient(uri().getTimeout());
	}

	/**
	 * Create a client, to be shut down by the caller.
	 * @param timeout the limit of each command
	 * @return the client
	 */
	public RedisClient newClient(Duration timeout) {
		RedisURI uri = uri();
		uri.setTimeout(timeout);
		return RedisClient.create(TestClientResources.shared(), uri);
	}

	/**
	 * Forget all data.
	 */
	public void flush() {
		try (RedisClient client = newClient()) {
			client.connect().sync().flushall();
		}
	}

	/**
	 * Freeze the server: it keeps its connections and answers nothing.
	 */
	public void pause() {
		this.process.pause();
	}

	public void resume() {
		this.process.resume();
	}

	/**
	 * End the server in an orderly way.
	 */
	public void stop() {
		this.process.stop();
	}

	/**
	 * End the server at once.
	 */
	public void kill() {
		this.process.kill();
	}

	/**
	 * Start again, on the same port and without the data. Stops the server before, if it
	 * still runs.
	 */
	public void restart() {
		stop();
		this.process = RedisProcess.start(port(), this.arguments);
	}

	@Override
	public void close() {
		kill();
	}

	private static final class Shared {

		static final EmbeddedRedis INSTANCE = start();

	}

}
