package io.github.lockstarter.sample.storm;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * A child process and the pipe to it. A thread of its own reads its output, so no other
 * thread waits for a dead or frozen process.
 */
class WorkerProcess implements AutoCloseable {

	private final Process process;

	private final BufferedWriter input;

	private final CompletableFuture<Void> ready = new CompletableFuture<>();

	private final Object monitor = new Object();

	private CompletableFuture<Void> work = CompletableFuture.completedFuture(null);

	private boolean ended;

	private volatile boolean killed;

	private volatile @Nullable FrozenProcess frozen;

	private volatile @Nullable String report;

	private volatile CompletableFuture<StoppedOrder> stopped = new CompletableFuture<>();

	WorkerProcess(ProcessBuilder command) {
		try {
			this.process = command.redirectErrorStream(true).start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.input = this.process.outputWriter();
		Thread reader = new Thread(this::read, "worker-output");
		reader.setDaemon(true);
		reader.start();
	}

	private void read() {
		try (BufferedReader output = this.process.inputReader()) {
			String line;
			while ((line = output.readLine()) != null) {
				understand(line);
			}
		}
		catch (IOException ex) {
			if (!this.killed) {
				System.err.println("[" + pid() + "] " + ex);
			}
		}
		end();
	}

	private void understand(String line) {
		if (line.equals(WorkerLoop.READY)) {
			this.ready.complete(null);
		}
		else if (line.equals(WorkerLoop.DONE)) {
			work().complete(null);
		}
		else if (line.equals(WorkerLoop.FAILED)) {
			work().completeExceptionally(failure());
		}
		else if (line.startsWith(WorkerLoop.STOPPED)) {
			this.stopped.complete(StoppedOrder.parse(line.substring(WorkerLoop.STOPPED.length())));
		}
		else if (line.startsWith(WorkerLoop.REPORT)) {
			this.report = line.substring(WorkerLoop.REPORT.length());
		}
		else {
			System.err.println("[" + pid() + "] " + line);
		}
	}

	private void end() {
		this.ready.completeExceptionally(failure());
		synchronized (this.monitor) {
			this.ended = true;
			giveUp(this.work);
		}
	}

	/**
	 * A killed process leaves its work to the others; any other end is a failure.
	 */
	private void giveUp(CompletableFuture<Void> work) {
		if (this.killed) {
			work.complete(null);
		}
		else {
			work.completeExceptionally(failure());
		}
	}

	private CompletableFuture<Void> work() {
		synchronized (this.monitor) {
			return this.work;
		}
	}

	CompletableFuture<Void> ready() {
		return this.ready;
	}

	CompletableFuture<Void> workOff(StormKind kind) {
		CompletableFuture<Void> begun = new CompletableFuture<>();
		synchronized (this.monitor) {
			this.work = begun;
			if (this.ended) {
				giveUp(begun);
			}
		}
		send(kind.name());
		return begun;
	}

	/**
	 * Ask for another report of its locks, without waiting for it.
	 */
	void look() {
		if (isAlive() && !isFrozen()) {
			send(WorkerLoop.LOOK);
		}
	}

	/**
	 * Its latest report of its locks.
	 * @return the report, as JSON; {@code null} if it has sent none
	 */
	@Nullable String report() {
		return this.report;
	}

	/**
	 * Stop the next of its threads that has read the stock and not yet written it.
	 */
	CompletableFuture<StoppedOrder> stopInTheMiddle() {
		CompletableFuture<StoppedOrder> next = new CompletableFuture<>();
		this.stopped = next;
		send(WorkerLoop.STOP);
		return next;
	}

	void goOn() {
		send(WorkerLoop.GO_ON);
	}

	/**
	 * If it is dead, its output ends, and that is the answer.
	 */
	private synchronized void send(String line) {
		try {
			this.input.write(line);
			this.input.newLine();
			this.input.flush();
		}
		catch (IOException ex) {
			// it is dead
		}
	}

	void kill() {
		this.killed = true;
		this.process.destroyForcibly();
		resume();
	}

	synchronized void freeze() {
		if (this.frozen == null) {
			this.frozen = new FrozenProcess(pid());
		}
	}

	synchronized void resume() {
		FrozenProcess frozen = this.frozen;
		if (frozen != null) {
			frozen.close();
			this.frozen = null;
			goOn();
		}
	}

	long pid() {
		return this.process.pid();
	}

	WorkerStatus.State state() {
		if (!isAlive()) {
			return WorkerStatus.State.DEAD;
		}
		if (isFrozen()) {
			return WorkerStatus.State.FROZEN;
		}
		return work().isDone() ? WorkerStatus.State.IDLE : WorkerStatus.State.WORKING;
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	private boolean isFrozen() {
		return this.frozen != null;
	}

	private IllegalStateException failure() {
		return new IllegalStateException("Worker process " + pid() + " failed");
	}

	@Override
	public void close() {
		resume();
		try {
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
