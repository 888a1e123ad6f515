package io.github.lockstarter.sample.infrastructure;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.TimeUnit;

import redis.embedded.RedisExecProvider;
import redis.embedded.exceptions.OsDetectionException;

import org.springframework.util.FileSystemUtils;

/**
 * A real Redis server of our own, on a free port and without persistence.
 */
class EmbeddedRedis implements AutoCloseable {

	/**
	 * Runs the server as a daemon, which Ctrl-C does not reach, until standard input
	 * ends. It therefore ends after this JVM, even if the JVM is killed.
	 */
	private static final String UNTIL_INPUT_ENDS = """
			trap '' INT HUP TERM
			echo "requirepass $REDIS_PASSWORD" | "$@" --daemonize yes --pidfile "$0" - || exit
			until test -s "$0"; do sleep 0.1; done
			pid=$(cat "$0")
			echo ready
			cat > /dev/null
			kill "$pid"
			""";

	private static final String HOST = "127.0.0.1";

	private final String password = RandomPassword.create();

	private final int port;

	private final Process process;

	EmbeddedRedis() {
		try {
			this.port = freePort();
			File executable = RedisExecProvider.defaultProvider().get();
			this.process = start(executable);
			awaitReady();
			delete(executable);
		}
		catch (IllegalArgumentException | OsDetectionException ex) {
			throw new NoEmbeddedRedisException(ex);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	private Process start(File executable) throws IOException {
		List<String> command = List.of("sh", "-c", UNTIL_INPUT_ENDS, executable + ".pid", executable.getPath(),
				"--port", Integer.toString(this.port), "--bind", HOST, "--save", "", "--appendonly", "no");
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		builder.environment().put("REDIS_PASSWORD", this.password);
		return builder.start();
	}

	private void awaitReady() throws IOException {
		StringBuilder log = new StringBuilder();
		BufferedReader output = this.process.inputReader();
		String line;
		while ((line = output.readLine()) != null) {
			if (line.equals("ready")) {
				return;
			}
			log.append(line).append(System.lineSeparator());
		}
		throw new IOException("The embedded Redis did not start:" + System.lineSeparator() + log);
	}

	/**
	 * A server that runs needs its file no more, and a JVM that is killed would leave it.
	 */
	private static void delete(File executable) {
		if (executable.toPath().startsWith(System.getProperty("java.io.tmpdir"))) {
			FileSystemUtils.deleteRecursively(executable.getParentFile());
		}
	}

	RedisAddress address() {
		return new RedisAddress(HOST, this.port, null, this.password);
	}

	@Override
	public void close() throws IOException {
		this.process.getOutputStream().close();
		try {
			this.process.waitFor(5, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
