package io.github.lockstarter.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

import org.springframework.util.FileSystemUtils;

/**
 * One redis-server process and its working directory.
 */
final class RedisProcess {

	private static final Duration PATIENCE = Duration.ofSeconds(15);

	private static final Set<RedisProcess> RUNNING = ConcurrentHashMap.newKeySet();

	static {
		Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(RedisProcess::kill)));
	}

	private final int port;

	private final Path directory;

	private final Process process;

	private RedisProcess(int port, Path directory, Process process) {
		this.port = port;
		this.directory = directory;
		this.process = process;
	}

	static RedisProcess start(int port, String... arguments) {
		return start(port, (directory) -> command(port, arguments));
	}

	/**
	 * Start a sentinel, which keeps what it finds out in its configuration.
	 */
	static RedisProcess startSentinel(int port, List<String> configuration) {
		return start(port, (directory) -> {
			List<String> lines = new ArrayList<>(List.of("port " + port, "bind 127.0.0.1", "protected-mode no"));
			lines.addAll(configuration);
			Path file = Files.write(directory.resolve("sentinel.conf"), lines);
			return List.of(RedisExecutable.PATH, file.toString(), "--sentinel");
		});
	}

	private static RedisProcess start(int port, Command command) {
		try {
			Path directory = Files.createTempDirectory("redis-" + port + "-");
			Process process = new ProcessBuilder(command.in(directory)).directory(directory.toFile())
				.redirectErrorStream(true)
				.redirectOutput(directory.resolve("log").toFile())
				.start();
			RedisProcess started = new RedisProcess(port, directory, process);
			RUNNING.add(started);
			started.awaitReady();
			return started;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static List<String> command(int port, String... arguments) {
		List<String> command = new ArrayList<>(List.of(RedisExecutable.PATH, "--port", String.valueOf(port), "--bind",
				"127.0.0.1", "--protected-mode", "no", "--save", "", "--appendonly", "no", "--daemonize", "no"));
		command.addAll(List.of(arguments));
		return command;
	}

	int port() {
		return this.port;
	}

	long pid() {
		return this.process.pid();
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	void pause() {
		Signals.pause(pid());
	}

	void resume() {
		Signals.resume(pid());
	}

	void stop() {
		if (isAlive()) {
			resume();
			this.process.destroy();
		}
		end();
	}

	void kill() {
		this.process.destroyForcibly();
		end();
	}

	private void end() {
		try {
			if (!this.process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
				this.process.destroyForcibly().waitFor();
			}
			FileSystemUtils.deleteRecursively(this.directory);
			RUNNING.remove(this);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void awaitReady() throws IOException {
		try {
			await(() -> answers() || !isAlive());
		}
		catch (ConditionTimeoutException ex) {
			this.process.destroyForcibly();
		}
		if (!isAlive()) {
			String log = Files.readString(this.directory.resolve("log"));
			end();
			throw new IllegalStateException("redis-server did not start on port " + this.port + ": " + log);
		}
	}

	private boolean answers() {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), this.port), 1000);
			socket.setSoTimeout(1000);
			socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
			String answer = new BufferedReader(
					new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
				.readLine();
			return answer != null && (answer.startsWith("+PONG") || answer.startsWith("-NOAUTH"));
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static void await(Callable<Boolean> condition) {
		Awaitility.await()
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(10))
			.atMost(PATIENCE)
			.until(condition);
	}

	private interface Command {

		List<String> in(Path directory) throws IOException;

	}

}
