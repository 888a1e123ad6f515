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

import io.github.lockstarter.benchmarks.worker.Step;
import io.github.lockstarter.benchmarks.worker.Worker;

/**
 * A child JVM that works under the locks of one contender.
 */
final class WorkerProcess implements AutoCloseable {

	private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

	static {
		Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
	}

	private final String contender;

	private final Process process;

	private final BufferedReader output;

	private final Writer input;

	WorkerProcess(String contender, RedisServer redis) {
		this.contender = contender;
		List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m",
				"-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), Worker.class.getName(), contender,
				redis.host(), Integer.toString(redis.port()));
		try {
			this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		RUNNING.add(this.process);
		this.output = this.process.inputReader(StandardCharsets.UTF_8);
		this.input = this.process.outputWriter(StandardCharsets.UTF_8);
	}

	/**
	 * Wait until it is connected.
	 * @return how the contender is set up
	 */
	String awaitReady() {
		return await(Worker.READY);
	}

	void start(Step step) {
		try {
			this.input.write(step.line() + "\n");
			this.input.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	String awaitResult() {
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
