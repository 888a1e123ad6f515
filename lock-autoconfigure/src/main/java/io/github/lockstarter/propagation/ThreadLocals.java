package io.github.lockstarter.propagation;

import java.util.function.Supplier;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;

/**
 * Copies thread-local values to a context and back, for all libraries that registered an
 * accessor: observations, logging, security. Thread-safe.
 */
public final class ThreadLocals {

	private static final ContextSnapshotFactory snapshots = ContextSnapshotFactory.builder().build();

	private ThreadLocals() {
	}

	/**
	 * Call a body on this thread with the values of a context.
	 * @param context the context, such as Reactor's
	 * @param body what to call
	 * @param <T> what it returns
	 * @return what the body returned
	 */
	public static <T> T call(Object context, Supplier<T> body) {
		try (ContextSnapshot.Scope scope = snapshots.setThreadLocalsFrom(context)) {
			return body.get();
		}
	}

	/**
	 * Add the values of this thread to a context.
	 * @param context the context, such as Reactor's
	 * @param <C> its type
	 * @return the context with these values
	 */
	public static <C> C capture(C context) {
		return snapshots.captureAll().updateContext(context);
	}

}
