package io.github.lockstarter.sample.infrastructure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.TimeUnit;

import redis.embedded.RedisExecProvider;
import redis.embedded.exceptions.OsDetectionException;

/**
 * A real Redis server of our own, on a free port and without persistence.
 */
class EmbeddedRedis implements AutoCloseable {

	/**
	 * Ends the server when standard input does: so it ends with this JVM even if the JVM
	 * is killed.
	 */
	private static final String UNTIL_INPUT_ENDS = "\"$@\" & exec > /dev/null; cat; kill $!; wait";

	private final int port;

	private final Process process;

	EmbeddedRedis() {
		try {
			this.port = freePort();
			this.process = start(RedisExecProvider.defaultProvider().get().getPath());
			awaitReady();
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

	private Process start(String executable) throws IOException {
		List<String> command = List.of("sh", "-c", UNTIL_INPUT_ENDS, "sh", executable, "--port",
				Integer.toString(this.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no");
		return new ProcessBuilder(command).redirectErrorStream(true).start();
	}

	private void awaitReady() throws IOException {
		StringBuilder log = new StringBuilder();
		try (BufferedReader output = this.process.inputReader()) {
			String line;
			while ((line = output.readLine()) != null) {
				if (line.contains("Ready to accept connections")) {
					return;
				}
				log.append(line).append(System.lineSeparator());
			}
		}
		close();
		throw new IOException("The embedded Redis did not start:" + System.lineSeparator() + log);
	}

	int port() {
		return this.port;
	}

	@Override
	public void close() throws IOException {
		this.process.getOutputStream().close();
		try {
			if (!this.process.waitFor(5, TimeUnit.SECONDS)) {
				this.process.descendants().forEach(ProcessHandle::destroyForcibly);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
