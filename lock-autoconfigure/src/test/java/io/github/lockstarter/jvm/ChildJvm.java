package io.github.lockstarter.jvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * A JVM of its own on the test class path, and the lines it prints. It is killed when it
 * is closed.
 */
final class ChildJvm implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final Process process;

	private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

	private ChildJvm(Process process) {
		this.process = process;
		Thread reader = new Thread(this::read, "child-jvm-output");
		reader.setDaemon(true);
		reader.start();
	}

	static ChildJvm start(Class<?> main, Object... arguments) {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-cp", System.getProperty("java.class.path"), main.getName()));
		for (Object argument : arguments) {
			command.add(argument.toString());
		}
		try {
			return new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void read() {
		try (BufferedReader output = new BufferedReader(
				new InputStreamReader(this.process.getInputStream(), StandardCharsets.UTF_8))) {
			String line;
			while ((line = output.readLine()) != null) {
				this.lines.add(line);
			}
		}
		catch (IOException ex) {
			this.lines.add("The output ended: " + ex.getMessage());
		}
	}

	/**
	 * Wait for a line that begins with a word.
	 * @return the rest of the line
	 */
	String await(String word) {
		List<String> others = new ArrayList<>();
		long deadline = System.nanoTime() + PATIENCE.toNanos();
		String line = next(deadline);
		while (line != null) {
			if (line.startsWith(word)) {
				return line.substring(word.length()).trim();
			}
			others.add(line);
			line = next(deadline);
		}
		throw new IllegalStateException("The child JVM did not say '" + word + "' but: " + others);
	}

	private @Nullable String next(long deadline) {
		try {
			return this.lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Let it begin, where it waits for a byte on its input.
	 */
	void go() {
		try {
			this.process.getOutputStream().write('\n');
			this.process.getOutputStream().flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	int awaitExit() {
		try {
			if (!this.process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
				throw new IllegalStateException("The child JVM did not end; it said: " + this.lines);
			}
			return this.process.exitValue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * End it as {@code kill -9} does.
	 */
	void kill() {
		this.process.destroyForcibly();
		awaitExit();
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
