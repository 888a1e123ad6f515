package io.github.lockstarter.containment;

import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs code whose failure must not reach its caller: listeners, instrumentation,
 * callbacks, log messages, and steps that other locks wait for. Thread-safe.
 */
public final class FailureIsolation {

	private static final Logger logger = LoggerFactory.getLogger(FailureIsolation.class);

	private FailureIsolation() {
	}

	/**
	 * Run a task; log its exceptions, errors too.
	 * @param what the name of the task, as the subject of a sentence
	 * @param task the task
	 * @return false if it threw anything
	 */
	public static boolean run(String what, Runnable task) {
		try {
			task.run();
			return true;
		}
		catch (Throwable ex) {
			report(what, ex);
			return false;
		}
	}

	/**
	 * Run a task as above that runs often, or for many.
	 * @param what makes the name of the task, only if that fails
	 * @param task the task
	 * @return false if it threw anything
	 */
	public static boolean run(Supplier<String> what, Runnable task) {
		try {
			task.run();
			return true;
		}
		catch (Throwable ex) {
			run("A warning", () -> report(what.get(), ex));
			return false;
		}
	}

	/**
	 * Log what a task has thrown.
	 * @param what the name of the task, as the subject of a sentence
	 * @param thrown what it has thrown
	 */
	public static void report(String what, Throwable thrown) {
		try {
			StackProbe.check();
			BackgroundLog.warn(logger, what + " failed", thrown);
		}
		catch (Throwable ex) {
			// The log failed as well or has no stack left, so nothing can be reported.
		}
	}

}
