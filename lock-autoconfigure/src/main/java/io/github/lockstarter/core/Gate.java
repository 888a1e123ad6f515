package io.github.lockstarter.core;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.store.Grant;
import org.jspecify.annotations.Nullable;

/**
 * The queue for one lock inside this JVM. Only its head speaks to the store, by an
 * {@link Inquiry} that belongs to the gate: when the head gives up, the next waiter takes
 * it over; when the last one does, it is ended in the store. While a thread of this JVM
 * holds the lock, nothing is asked.
 *
 * <p>
 * All state, that of the inquiry too, is guarded by the mutex. Nothing blocks under it.
 */
final class Gate {

	private final String key;

	private final Engine engine;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Set<Waiter> waiters = new LinkedHashSet<>();

	/** How many of them are impatient: as a rule none, and then nobody looks for them. */
	private int impatient;

	private final Inquiry inquiry;

	private @Nullable Hold hold;

	private boolean retired;

	Gate(String key, Engine engine) {
		this.key = key;
		this.engine = engine;
		this.inquiry = new Inquiry(this, key, engine);
	}

	/**
	 * Do something with the state of this gate, alone.
	 */
	void alone(Runnable action) {
		this.mutex.lock();
		try {
			action.run();
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Let a waiter join.
	 * @return false if this gate is no longer in use
	 */
	boolean join(Waiter waiter) {
		this.mutex.lock();
		try {
			if (this.retired) {
				return false;
			}
			Refusal refusal = this.engine.refusal(waiter);
			if (refusal != null) {
				waiter.completeExceptionally(refusal);
			}
			else if (waiter.isPatient() && waiting() >= waiter.request().maxWaiters()) {
				waiter.completeExceptionally(Refusal.crowded());
			}
			else if (!waiter.isPatient() && (this.hold != null || this.inquiry.availability().isContended())) {
				waiter.completeExceptionally(Refusal.contended());
			}
			else {
				this.waiters.add(waiter);
				this.impatient += waiter.isPatient() ? 0 : 1;
				if (this.waiters.size() == 1) {
					this.inquiry.ask();
				}
			}
			retireIfIdle();
			return true;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/** How many wait for other holders; the head of a lock that may be free does not. */
	private int waiting() {
		boolean free = this.hold == null && !this.inquiry.availability().isContended();
		return this.waiters.size() - this.impatient - (free ? 1 : 0);
	}

	/**
	 * Whether the waiter would be told now that the store is unavailable.
	 */
	boolean isUnavailable(Waiter waiter) {
		this.mutex.lock();
		try {
			return this.hold == null && this.inquiry.availability().isUnavailable(waiter);
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Let a waiter go. Afterwards it is done: with a hold, if that came first.
	 */
	void leave(Waiter waiter) {
		alone(() -> {
			if (remove(waiter)) {
				waiter.completeExceptionally(isUnavailable(waiter)
						? Refusal.unavailable(this.inquiry.availability().failure()) : Refusal.contended());
				endIfEmpty();
			}
		});
	}

	/**
	 * The hold of this JVM has ended.
	 */
	void ended(Hold ended) {
		alone(() -> {
			if (this.hold == ended) {
				this.hold = null;
				if (!ended.isLost()) {
					this.inquiry.availability().answered();
				}
				this.inquiry.ask();
				retireIfIdle();
			}
		});
	}

	/**
	 * A grant arrived.
	 */
	void granted(Grant grant) {
		long receivedAt = System.nanoTime();
		alone(() -> this.inquiry.grantArrived(grant, receivedAt));
	}

	/**
	 * Grants may have been missed: ask again now.
	 */
	void recheck() {
		alone(this.inquiry::recheck);
	}

	/**
	 * Refuse all that the engine no longer serves.
	 */
	void drain() {
		alone(() -> {
			for (Waiter waiter : List.copyOf(this.waiters)) {
				Refusal refusal = this.engine.refusal(waiter);
				if (refusal != null && remove(waiter)) {
					waiter.completeExceptionally(refusal);
				}
			}
			endIfEmpty();
		});
	}

	int size() {
		this.mutex.lock();
		try {
			return this.waiters.size();
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * The waiter to ask for; {@code null} if there is none, or nothing is to be asked.
	 */
	@Nullable Waiter head() {
		return (this.waiters.isEmpty() || this.hold != null) ? null : this.waiters.iterator().next();
	}

	/**
	 * The head holds the lock now.
	 * @param watch what begins to watch over its validity
	 */
	void serve(Waiter head, Hold granted, Runnable watch) {
		this.hold = granted;
		this.engine.holders().add(granted);
		remove(head);
		refuse(Refusal.contended(), true);
		watch.run();
		if (!head.complete(granted)) {
			granted.leave();
		}
	}

	/**
	 * Refuse whoever does not wait for others.
	 */
	void refuseImpatient(Refusal refusal) {
		refuse(refusal, true);
		endIfEmpty();
	}

	void refuseAll(Refusal refusal) {
		refuse(refusal, false);
		endIfEmpty();
	}

	private boolean remove(Waiter waiter) {
		boolean removed = this.waiters.remove(waiter);
		this.impatient -= (removed && !waiter.isPatient()) ? 1 : 0;
		return removed;
	}

	private void refuse(Refusal refusal, boolean impatientOnly) {
		if (impatientOnly && this.impatient == 0) {
			return;
		}
		this.impatient = 0;
		this.waiters.removeIf((waiter) -> {
			boolean affected = !impatientOnly || !waiter.isPatient();
			if (affected) {
				waiter.completeExceptionally(refusal);
			}
			return affected;
		});
	}

	private void endIfEmpty() {
		if (this.waiters.isEmpty()) {
			this.inquiry.end();
			retireIfIdle();
		}
	}

	private void retireIfIdle() {
		if (this.waiters.isEmpty() && this.hold == null && !this.retired) {
			this.retired = true;
			this.engine.retire(this.key, this);
		}
	}

}
