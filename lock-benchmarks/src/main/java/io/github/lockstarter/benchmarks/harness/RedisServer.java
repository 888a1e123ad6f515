package io.github.lockstarter.benchmarks.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.benchmarks.Target;
import io.github.lockstarter.benchmarks.worker.Moments;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;
import redis.embedded.RedisExecProvider;

import org.springframework.util.FileSystemUtils;

/**
 * A Redis that contenders share: one of our own, without persistence, or one that runs
 * already.
 */
final class RedisServer implements Server {

	static final String LOCAL = "127.0.0.1";

	private static final Duration PATIENCE = Duration.ofSeconds(15);

	private static final Duration POLL = Duration.ofMillis(20);

	private final String host;

	private final int port;

	private final @Nullable Process process;

	private final RedisClient client;

	private final StatefulRedisConnection<String, String> connection;

	private RedisServer(String host, int port, @Nullable Process process) throws IOException {
		this.host = host;
		this.port = port;
		this.process = process;
		this.client = RedisClient.create(uri());
		this.connection = connect();
	}

	/** Start a server, or use another. */
	static RedisServer open(String address) throws IOException {
		if (!address.isBlank()) {
			int colon = address.lastIndexOf(':');
			return new RedisServer(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)), null);
		}
		return start();
	}

	/** Start a server with options beyond those that all have. */
	static RedisServer start(String... options) throws IOException {
		int port = freePort();
		Path directory = Files.createTempDirectory("benchmarks-redis");
		List<String> command = new ArrayList<>(List.of(RedisExecProvider.defaultProvider().get().getPath(), "--port",
				Integer.toString(port), "--bind", LOCAL, "--save", "", "--appendonly", "no"));
		command.addAll(List.of(options));
		Process process = new ProcessBuilder(command).directory(directory.toFile())
			.redirectErrorStream(true)
			.redirectOutput(directory.resolve("log").toFile())
			.start();
		Runtime.getRuntime().addShutdownHook(new Thread(() -> {
			process.destroyForcibly();
			delete(directory);
		}));
		return new RedisServer(LOCAL, port, process);
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	private static void delete(Path directory) {
		try {
			FileSystemUtils.deleteRecursively(directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private StatefulRedisConnection<String, String> connect() throws IOException {
		long deadline = System.nanoTime() + PATIENCE.toNanos();
		while (true) {
			try {
				return this.client.connect();
			}
			catch (RedisConnectionException ex) {
				if (System.nanoTime() - deadline > 0) {
					close(this.process);
					throw new IOException("No Redis answers at " + this.host + ":" + this.port + ".", ex);
				}
				Moments.await(System.nanoTime() + POLL.toNanos());
			}
		}
	}

	@Override
	public Target target() {
		return Target.server(this.host, this.port);
	}

	RedisURI uri() {
		return RedisURI.create(this.host, this.port);
	}

	/** Time that Redis has computed in scripts. */
	long scriptMicros() {
		return RedisStatistics.scriptMicros(this.connection.sync().info("commandstats"));
	}

	int port() {
		return this.port;
	}

	/** Wait until a replica follows. */
	void awaitReplica() {
		long deadline = System.nanoTime() + PATIENCE.toNanos();
		while (this.connection.sync().waitForReplication(1, POLL.toMillis()) == 0) {
			if (System.nanoTime() - deadline > 0) {
				throw new IllegalStateException("No replica follows " + this.host + ":" + this.port + ".");
			}
		}
	}

	@Override
	public String version() {
		return statistics().version();
	}

	@Override
	public Map<String, Double> used() {
		return statistics().totals();
	}

	private RedisStatistics statistics() {
		return RedisStatistics.parse(this.connection.sync().info());
	}

	@Override
	public List<RedisMonitor> monitors() {
		return List.of(new RedisMonitor(this.host, this.port));
	}

	@Override
	public void close() {
		this.client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
		close(this.process);
	}

	private static void close(@Nullable Process process) {
		if (process != null) {
			process.destroyForcibly().onExit().join();
		}
	}

}
