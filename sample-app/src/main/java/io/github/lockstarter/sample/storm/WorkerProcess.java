package io.github.lockstarter.sample.storm;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A child process and the pipe to it.
 */
class WorkerProcess implements AutoCloseable {

	private final Process process;

	private final BufferedReader output;

	private final BufferedWriter input;

	WorkerProcess(List<String> command) {
		try {
			this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.output = this.process.inputReader();
		this.input = this.process.outputWriter();
	}

	void awaitReady() {
		await(WorkerLoop.READY);
	}

	void workOff(StormMode mode) {
		try {
			this.input.write(mode.name());
			this.input.newLine();
			this.input.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		await(WorkerLoop.DONE);
	}

	private void await(String expected) {
		try {
			String line;
			while ((line = this.output.readLine()) != null && !line.equals(WorkerLoop.FAILED)) {
				if (line.equals(expected)) {
					return;
				}
				System.err.println("[" + this.process.pid() + "] " + line);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		throw new IllegalStateException("Worker process " + this.process.pid() + " failed");
	}

	@Override
	public void close() {
		try (this.output; this.input) {
			this.input.close();
			if (!this.process.waitFor(10, TimeUnit.SECONDS)) {
				this.process.destroyForcibly();
			}
		}
		catch (IOException ex) {
			this.process.destroyForcibly();
		}
		catch (InterruptedException ex) {
			this.process.destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}

}
