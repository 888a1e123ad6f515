package io.github.lockstarter.benchmarks.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.benchmarks.Target;
import io.github.lockstarter.benchmarks.worker.Step;
import io.github.lockstarter.benchmarks.worker.Worker;

/**
 * A child JVM that works under the locks of one contender.
 */
public final class WorkerProcess implements AutoCloseable {

	private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

	static {
		Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
	}

	private final String contender;

	private final Process process;

	private final BufferedReader output;

	private final Writer input;

	WorkerProcess(String contender, Target target) {
		this(contender, command(Worker.class, contender, target.topology().name(), String.join(",", target.addresses()))
			.redirectErrorStream(true));
	}

	/**
	 * Start a JVM with another main class, which says {@link Worker#READY} and
	 * {@link Worker#RESULT}.
	 * @param main the main class
	 * @param errors the file for what it logs
	 * @param contender its first argument
	 * @param assignment its second argument
	 */
	public WorkerProcess(Class<?> main, Path errors, String contender, String assignment) {
		this(contender, command(main, contender, assignment).redirectError(errors.toFile()));
	}

	private WorkerProcess(String contender, ProcessBuilder builder) {
		this.contender = contender;
		try {
			this.process = builder.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		RUNNING.add(this.process);
		this.output = this.process.inputReader(StandardCharsets.UTF_8);
		this.input = this.process.outputWriter(StandardCharsets.UTF_8);
	}

	private static ProcessBuilder command(Class<?> main, String... arguments) {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m",
						"-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), main.getName()));
		command.addAll(List.of(arguments));
		return new ProcessBuilder(command);
	}

	/**
	 * The number of the process.
	 * @return its id
	 */
	public long pid() {
		return this.process.pid();
	}

	/**
	 * Wait until it is connected.
	 * @return how the contender is set up
	 */
	public String awaitReady() {
		return await(Worker.READY);
	}

	void start(Step step) {
		say(step.line());
	}

	/**
	 * Send it a line.
	 * @param line what it reads
	 */
	public void say(String line) {
		try {
			this.input.write(line + "\n");
			this.input.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Wait until it has done what it was told.
	 * @return what it says
	 */
	public String awaitResult() {
		return await(Worker.RESULT);
	}

	private String await(String word) {
		List<String> others = new ArrayList<>();
		try {
			String line;
			while ((line = this.output.readLine()) != null) {
				if (line.startsWith(word)) {
					return line.substring(word.length());
				}
				others.add(line);
			}
		}
		catch (IOException ex) {
			others.add(ex.toString());
		}
		throw new WorkerFailedException("The worker of " + this.contender + " ended before it said '" + word.trim()
				+ "':" + System.lineSeparator() + String.join(System.lineSeparator(), others));
	}

	/** End it at once. */
	public void kill() {
		this.process.destroyForcibly().onExit().join();
	}

	@Override
	public void close() {
		try {
			this.input.close();
			if (!this.process.waitFor(10, TimeUnit.SECONDS)) {
				this.process.destroyForcibly();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (IOException ex) {
			// it has ended
		}
		finally {
			RUNNING.remove(this.process);
			this.process.destroyForcibly();
		}
	}

}
