package io.github.lockstarter.core.queue;

import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * One request for a lock, as a queue has decided it.
 *
 * @param key the lock
 * @param acquisition what is asked for
 * @param head in whose name it is
 * @param sentAt a moment before it is sent
 * @param receiver receives the answer
 * @param supersedes whether this JVM has nothing else of the lock that counts
 */
record AcquireAttempt(String key, PendingAcquisition acquisition, Waiter head, Moment sentAt, Receiver receiver,
		boolean supersedes) {

	void answered(@Nullable StoreAnswer answer, @Nullable Throwable thrown) {
		this.receiver.answered(this, answer, thrown);
	}

	/** The store was asked in vain, since it has not looked at this lock. */
	void notTaken() {
		this.receiver.notTaken(this);
	}

	/**
	 * The lock comes after one that was not granted, and is given up.
	 * @param perhapsGranted whether the store may have granted it
	 */
	void skipped(boolean perhapsGranted) {
		this.receiver.skipped(this, perhapsGranted);
	}

	/** Hears what the store answers. Called on any thread, not under a mutex. */
	interface Receiver {

		/** There is an answer, or a failure. */
		void answered(AcquireAttempt attempt, @Nullable StoreAnswer answer, @Nullable Throwable thrown);

		/** The lock has to be asked for by itself. */
		void notTaken(AcquireAttempt attempt);

		/** The lock is given up in favour of an earlier one. */
		void skipped(AcquireAttempt attempt, boolean perhapsGranted);

	}

}
