package io.github.lockstarter.testing;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A JVM of its own on the test class path, and the lines it prints. It is killed when it
 * is closed.
 */
public final class ChildJvm implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(6);

	/** Is put behind the last line, none of which has one. */
	private static final String END = "\n";

	private static final Duration TO_DUMP_THREADS = Duration.ofSeconds(10);

	private static final Set<ChildJvm> RUNNING = ConcurrentHashMap.newKeySet();

	static {
		Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(ChildJvm::close)));
	}

	private final Process process;

	private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

	private final Queue<String> passedOver = new ConcurrentLinkedQueue<>();

	private ChildJvm(Process process) {
		this.process = process;
		Thread reader = new Thread(this::read, "child-jvm-output");
		reader.setDaemon(true);
		reader.start();
		RUNNING.add(this);
	}

	/**
	 * Start one with an option.
	 * @param option the option of the JVM
	 * @param main the class with the main method
	 * @param arguments its arguments
	 * @return the running child
	 */
	public static ChildJvm startWith(String option, Class<?> main, Object... arguments) {
		return start(List.of(option), System.getProperty("java.class.path"), main, arguments);
	}

	/**
	 * Start one from classes that were generated ahead of time.
	 * @param generated the directories with these classes
	 * @param main the class with the main method
	 * @param arguments its arguments
	 * @return the running child
	 */
	public static ChildJvm startGenerated(List<Path> generated, Class<?> main, Object... arguments) {
		String classPath = generated.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))
				+ File.pathSeparator + System.getProperty("java.class.path");
		return start(List.of("-Dspring.aot.enabled=true"), classPath, main, arguments);
	}

	/**
	 * Start one on a class path of its own.
	 * @param options the options of the JVM
	 * @param classPath its class path
	 * @param main the class with the main method
	 * @param arguments its arguments
	 * @return the running child
	 */
	public static ChildJvm start(List<String> options, String classPath, Class<?> main, Object... arguments) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(options);
		command.addAll(List.of("-XX:+UseSerialGC", "-cp", classPath, main.getName()));
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
		this.lines.add(END);
	}

	/**
	 * Wait for a line that begins with a word.
	 * @param word the word
	 * @return the rest of the line
	 */
	public String await(String word) {
		long deadline = System.nanoTime() + PATIENCE.toNanos();
		String line = next(deadline);
		while (line != null) {
			if (line.startsWith(word)) {
				return line.substring(word.length()).trim();
			}
			this.passedOver.add(line);
			line = next(deadline);
		}
		throw new IllegalStateException("The child JVM did not say '" + word + "' but: " + this.passedOver);
	}

	/** The lines before those that were waited for, such as warnings in its log. */
	public Collection<String> passedOver() {
		return this.passedOver;
	}

	/**
	 * Fail if a thread of it has died of an exception, which it says in one of the lines
	 * that were passed over, or in one that nobody has read.
	 */
	public void assertNoThreadDied() {
		assertThat(Stream.concat(this.passedOver.stream(), this.lines.stream())).as("what child JVM %d says", pid())
			.noneMatch((line) -> line.startsWith(UncaughtExceptions.DIED) || line.startsWith("Exception in thread"));
	}

	private @Nullable String next(long deadline) {
		try {
			String line = this.lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
			if (END.equals(line)) {
				this.lines.add(END);
				return null;
			}
			return line;
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	public long pid() {
		return this.process.pid();
	}

	public boolean isAlive() {
		return this.process.isAlive();
	}

	/**
	 * Let it begin, or go on, where it waits for a byte on its input.
	 */
	public void go() {
		tell("");
	}

	/**
	 * Write a line to its input.
	 * @param line the line
	 */
	public void tell(String line) {
		try {
			this.process.getOutputStream().write((line + '\n').getBytes(StandardCharsets.UTF_8));
			this.process.getOutputStream().flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Wait for its end.
	 * @return its exit status
	 */
	public int awaitExit() {
		try {
			if (!this.process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
				Signals.dumpThreads(pid());
				this.process.waitFor(TO_DUMP_THREADS.toSeconds(), TimeUnit.SECONDS);
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
	public void kill() {
		close();
		awaitExit();
	}

	/**
	 * Freeze it, as a long garbage collection does.
	 */
	public void pause() {
		Signals.pause(pid());
	}

	public void resume() {
		Signals.resume(pid());
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
		RUNNING.remove(this);
	}

}
