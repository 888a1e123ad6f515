package io.github.lockstarter.core.queue;

import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * One request for a lock, as a queue has decided it. Immutable.
 */
final class AcquireAttempt {

	/** The lock. */
	final String key;

	/** What is asked for. */
	final PendingAcquisition acquisition;

	/** In whose name it is. */
	final Waiter head;

	/** A moment before it is sent. */
	final Moment sentAt;

	private final Receiver receiver;

	private final boolean supersedes;

	/**
	 * @param receiver receives the answer
	 * @param supersedes whether this JVM has nothing else of the lock that counts
	 */
	AcquireAttempt(String key, PendingAcquisition acquisition, Waiter head, Moment sentAt, Receiver receiver,
			boolean supersedes) {
		this.key = key;
		this.acquisition = acquisition;
		this.head = head;
		this.sentAt = sentAt;
		this.receiver = receiver;
		this.supersedes = supersedes;
	}

	/** Whether this JVM has nothing else of the lock that counts. */
	boolean supersedes() {
		return this.supersedes;
	}

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
