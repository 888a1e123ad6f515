package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

/**
 * Shows in a log where another thread is.
 */
final class ThreadStack extends Exception {

	private static final long serialVersionUID = 1L;

	ThreadStack(Thread thread) {
		super("Stack of " + name(thread), null, true, true);
		setStackTrace(thread.getStackTrace());
	}

	@Override
	public synchronized Throwable fillInStackTrace() {
		return this;
	}

	static String name(@Nullable Thread thread) {
		return (thread != null) ? "thread '" + thread.getName() + "'" : "no thread in particular";
	}

}
