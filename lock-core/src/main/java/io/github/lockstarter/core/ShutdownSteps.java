package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.HoldName;
import io.github.lockstarter.core.platform.Deadline;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.TaskExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the steps of a shutdown on threads of their own, and goes on without a step that
 * hangs. Thread-safe.
 */
final class ShutdownSteps {

	private static final Logger logger = LoggerFactory.getLogger(ShutdownSteps.class);

	private static final Duration LIMIT = Deadline.ANSWER.multipliedBy(2);

	private final Platform platform;

	private final TaskExecutor threads;

	ShutdownSteps(Platform platform) {
		this.platform = platform;
		this.threads = platform.executor("lock-shutdown-step", Integer.MAX_VALUE, 0);
	}

	/**
	 * Run a step, and wait for it until its time is over.
	 * @param what what the step does, for log messages
	 */
	void run(String what, Runnable task) {
		CompletableFuture<Void> done = new CompletableFuture<>();
		Runnable step = () -> {
			FailureIsolation.run("At shutdown, " + what, task);
			done.complete(null);
		};
		try {
			this.threads.execute(step);
		}
		catch (Throwable ex) {
			step.run();
		}
		this.platform.awaitUninterruptibly(done, LIMIT.toNanos());
		if (!done.isDone()) {
			FailureIsolation.run("A warning", () -> BackgroundLog.warn(logger, "At shutdown, " + what
					+ " takes longer than " + LIMIT.toMillis() + " ms; the shutdown goes on without it"));
		}
	}

	/** Give up the threads: a step that still comes runs on the thread that calls. */
	void end() {
		this.threads.shutdown();
	}

	/** The message about a lock that its holder keeps for too long. */
	static String leftBehind(Hold hold, Duration limit) {
		return "Lock " + HoldName.of(hold.request(), hold.key()) + " is still held " + limit.toMillis()
				+ " ms after the shutdown began" + hold.acquired() + ", " + hold.lease().age().toMillis()
				+ " ms ago. It is not released, but ends with its lease. If its code needs more time, raise"
				+ " 'distributed-lock.drain-timeout'; if its handle was never closed, close it, for example by"
				+ " try-with-resources.";
	}

}
