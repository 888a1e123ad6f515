package io.github.lockstarter.core.hold;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.TaskExecutor;
import io.github.lockstarter.core.platform.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the code of others off the timer's and the store's threads, since it may block.
 * When the system grants no thread it tries again; after the end of the client, whose
 * losses are still told, the thread that calls runs it then. Thread-safe.
 */
public final class CallbackExecutor {

	private static final Logger logger = LoggerFactory.getLogger(CallbackExecutor.class);

	private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private final TaskExecutor threads;

	private final Timer timer;

	/** Tasks that could not be started, as there was no thread. */
	private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

	private final AtomicBoolean dropping = new AtomicBoolean();

	private volatile boolean ended;

	/** Create it. */
	public CallbackExecutor(Platform platform, Timer timer, String name, int mostThreads, int mostWaiting) {
		this.threads = platform.executor(name, mostThreads, mostWaiting);
		this.timer = timer;
	}

	/** Run a task whose failure concerns nobody else. */
	public void run(Runnable callback) {
		start(() -> FailureIsolation.run("A callback of a lock", callback));
	}

	private void start(Runnable task) {
		try {
			this.threads.execute(task);
		}
		catch (RejectedExecutionException ex) {
			dropped();
		}
		catch (Throwable ex) {
			if (this.ended) {
				task.run();
			}
			else {
				startLater(task);
			}
		}
	}

	private void dropped() {
		if (this.dropping.compareAndSet(false, true)) {
			FailureIsolation.run("A warning",
					() -> BackgroundLog.warn(logger,
							"Listeners of lock events are too slow: some events were dropped, though no losses."
									+ " Let slow listeners hand their work to other threads."));
		}
	}

	/** The system grants no thread now. The timer may be shut down before it does. */
	private void startLater(Runnable task) {
		this.waiting.add(task);
		try {
			this.timer.schedule(this::startNext, RETRY_NANOS);
		}
		catch (RejectedExecutionException ex) {
			startNext();
		}
		if (this.ended) {
			startAll();
		}
	}

	private void startAll() {
		while (startNext()) {
			Thread.onSpinWait();
		}
	}

	private boolean startNext() {
		Runnable task = this.waiting.poll();
		if (task != null) {
			start(task);
		}
		return task != null;
	}

	/** Wait for no thread any more. What still waits for one runs now. */
	public void end() {
		this.ended = true;
		startAll();
	}

}
