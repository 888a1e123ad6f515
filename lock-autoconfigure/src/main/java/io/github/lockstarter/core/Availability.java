package io.github.lockstarter.core;

import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the store by asking for one lock: whether it answers, and whether it
 * said that another holds the lock. So contention and a store that does not answer are
 * told apart: it counts what the store last said, unless it has fallen silent since.
 * Guarded by the gate's mutex.
 */
final class Availability {

	/** What the store said is forgotten when it has not answered for so long. */
	private static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	/** Whether an answer is outstanding. */
	private boolean asking;

	private long askedAt;

	private boolean everAnswered;

	private long answeredAt;

	private boolean contended;

	private @Nullable StoreException failure;

	void asked() {
		this.asking = true;
		this.askedAt = System.nanoTime();
	}

	/**
	 * No answer is waited for any more, be it that it has come, or that it does not
	 * matter.
	 */
	void asksNoMore() {
		this.asking = false;
	}

	boolean isAsking() {
		return this.asking;
	}

	/**
	 * The store answers at this moment: it said so, or this JVM held the lock.
	 */
	void answered() {
		this.failure = null;
		this.everAnswered = true;
		this.answeredAt = System.nanoTime();
	}

	void failed(StoreException cause) {
		this.failure = cause;
		this.contended = false;
	}

	@Nullable StoreException failure() {
		return this.failure;
	}

	/**
	 * Whether another holds the lock, as the store said.
	 */
	void contended(boolean contended) {
		this.contended = contended;
	}

	boolean isContended() {
		return this.contended && !isSilent();
	}

	boolean isUnavailable(Waiter waiter) {
		boolean told = this.contended || waiter.storeAnswered()
				|| (this.everAnswered && this.answeredAt - waiter.startedAt() > 0);
		return this.failure != null || (this.asking && !told) || isSilent();
	}

	private boolean isSilent() {
		return this.asking && System.nanoTime() - this.askedAt > SILENCE_NANOS;
	}

}
