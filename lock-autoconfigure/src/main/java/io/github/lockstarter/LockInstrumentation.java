package io.github.lockstarter;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Is called around and at what happens to the locks of this JVM: for metrics, traces and
 * logs. Beans of this type are found by the auto-configuration, and called in their
 * order, the first one outermost. Must not block; called on any thread, several at a
 * time. What the methods that return nothing throw is logged and changes nothing.
 */
public interface LockInstrumentation {

	/**
	 * Nothing.
	 */
	LockInstrumentation NONE = new LockInstrumentation() {
	};

	/**
	 * Around an acquisition by the current thread, which may wait.
	 * @param call which lock
	 * @param acquisition acquires it, or throws; to be called once
	 * @param <T> what it returns
	 * @return what the acquisition returned
	 */
	default <T> T acquire(LockCall call, Supplier<T> acquisition) {
		return acquisition.get();
	}

	/**
	 * Around an acquisition for which no thread waits.
	 * @param call which lock
	 * @param acquisition begins it; to be called once
	 * @param <T> what it completes with
	 * @return what the acquisition returned
	 */
	default <T> CompletionStage<T> acquireAsync(LockCall call, Supplier<CompletionStage<T>> acquisition) {
		return acquisition.get();
	}

	/**
	 * Around a guarded body, on its thread.
	 * @param call which lock
	 * @param handle the ownership of it
	 * @param body what runs under the lock; to be called once
	 * @param <T> what it returns
	 * @param <E> what it throws
	 * @return what the body returned
	 * @throws E what the body throws
	 */
	default <T extends @Nullable Object, E extends Throwable> T locked(LockCall call, LockHandle handle,
			ThrowingSupplier<T, E> body) throws E {
		return body.get();
	}

	/**
	 * An event, at once and on the thread to which it happens.
	 * @param event the event
	 */
	default void onEvent(LockEvent event) {
	}

	/**
	 * A lock is no longer held, be it lost before or not. Of a lock of several keys,
	 * each.
	 * @param call which lock
	 * @param held how long it was in the holder's hands
	 */
	default void released(LockCall call, Duration held) {
	}

	/**
	 * A renewal was answered, or failed.
	 * @param call which lock
	 * @param outcome how it went
	 */
	default void renewed(LockCall call, RenewalOutcome outcome) {
	}

	/**
	 * The store failed, or did not answer.
	 * @param cause a word or two, from a small set
	 */
	default void storeFailed(String cause) {
	}

	/**
	 * How a renewal went.
	 */
	enum RenewalOutcome {

		/**
		 * The lease lasts longer now.
		 */
		DONE,

		/**
		 * The store no longer knows the holder: the lock is lost.
		 */
		REFUSED,

		/**
		 * The store failed; it is tried again while the lock is valid.
		 */
		FAILED

	}

}
