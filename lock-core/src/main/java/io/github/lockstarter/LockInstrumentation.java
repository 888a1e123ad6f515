package io.github.lockstarter;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Hooks around acquisitions and guarded bodies, and for lock events of this JVM: for
 * metrics, traces and logs. The auto-configuration finds beans of this type and calls
 * them in their order, the first one outermost. Must not block; called on any thread,
 * several at a time. An exception of a method that returns nothing is logged and changes
 * nothing.
 */
public interface LockInstrumentation {

	/**
	 * An instrumentation that does nothing.
	 */
	LockInstrumentation NONE = new LockInstrumentation() {
	};

	/**
	 * Called around an acquisition by the current thread, which may wait.
	 * @param call the lock
	 * @param acquisition acquires it, or throws; to be called once
	 * @param <T> what it returns
	 * @return what the acquisition returned
	 */
	default <T> T acquire(LockCall call, Supplier<T> acquisition) {
		return acquisition.get();
	}

	/**
	 * Called around an acquisition for which no thread waits. Its caller gets the outcome
	 * after the stages that were added here, and may cancel it.
	 * @param call the lock
	 * @param acquisition begins it, or throws; to be called once
	 * @param <T> what it completes with
	 * @return what the acquisition returned
	 */
	default <T> CompletionStage<T> acquireAsync(LockCall call, Supplier<CompletionStage<T>> acquisition) {
		return acquisition.get();
	}

	/**
	 * Called around a guarded body, on its thread.
	 * @param call the lock
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
	 * Called around the beginning of guarded work that ends later, on the thread that
	 * begins it. The lock is released after the stages that were added here. An exception
	 * that this throws after the work has begun fails the call when the work has ended.
	 * @param call the lock
	 * @param handle the ownership of it
	 * @param work begins the work; to be called once
	 * @param <T> what it completes with
	 * @param <E> what it throws
	 * @return what the work returned: a stage that completes when it ends
	 * @throws E what the work throws
	 */
	default <T extends @Nullable Object, E extends Throwable> CompletionStage<T> lockedAsync(LockCall call,
			LockHandle handle, ThrowingSupplier<CompletionStage<T>, E> work) throws E {
		return work.get();
	}

	/**
	 * Called for an event, at once and on the thread on which it happens.
	 * @param event the event
	 */
	default void onEvent(LockEvent event) {
	}

	/**
	 * Called when a lock is no longer held, whether or not it was lost before; once for
	 * each key.
	 * @param call the lock
	 * @param held how long it was held, any time after a loss included
	 */
	default void released(LockCall call, Duration held) {
	}

	/**
	 * Called when a renewal was answered or failed.
	 * @param call the lock
	 * @param outcome its outcome
	 */
	default void renewed(LockCall call, RenewalOutcome outcome) {
	}

	/**
	 * Called when the store failed or did not answer.
	 * @param cause a word or two, from a small set
	 */
	default void storeFailed(String cause) {
	}

	/**
	 * The outcome of a renewal.
	 */
	enum RenewalOutcome {

		/**
		 * The lease was extended.
		 */
		DONE,

		/**
		 * The store no longer knows the holder: the lock is lost.
		 */
		REFUSED,

		/**
		 * The store failed; the renewal is tried again while the lock is valid.
		 */
		FAILED

	}

}
