package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The queue for one lock inside this JVM. Only its head speaks to the store, by an
 * {@link Inquiry} that belongs to the gate: when the head gives up, the next waiter takes
 * it over; when the last one does, it is ended in the store. While it is the turn of this
 * JVM nothing is asked, and the lock passes from thread to thread.
 *
 * <p>
 * All state, that of the inquiry too, is guarded by the mutex. Nothing blocks under it.
 */
final class Gate {

	private static final CompletionStage<@Nullable StoreAnswer> PASSED = CompletableFuture.completedFuture(null);

	private final String key;

	private final Engine engine;

	private final ReentrantLock mutex = new ReentrantLock();

	private final WaitingLine waiters = new WaitingLine();

	private final Inquiry inquiry;

	private @Nullable Turn turn;

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
			else if (!waiter.isPatient() && (this.turn != null || this.inquiry.isContended())) {
				waiter.completeExceptionally(Refusal.contended());
			}
			else {
				this.waiters.add(waiter);
				if (this.waiters.size() == 1) {
					this.inquiry.ask();
				}
				else if (!waiter.isPatient()) {
					this.inquiry.endPause();
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
		boolean free = this.turn == null && !this.inquiry.availability().isContended();
		return this.waiters.patient() - (free ? 1 : 0);
	}

	/**
	 * Whether the waiter would be told now that the store is unavailable.
	 */
	boolean isUnavailable(Waiter waiter) {
		this.mutex.lock();
		try {
			return this.turn == null && this.inquiry.availability().isUnavailable(waiter);
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
			if (this.waiters.remove(waiter)) {
				waiter.completeExceptionally(isUnavailable(waiter)
						? Refusal.unavailable(this.inquiry.availability().failure()) : Refusal.contended());
				endIfEmpty();
				this.inquiry.endPause();
			}
		});
	}

	/**
	 * A hold has been closed: the lock passes to the next waiter, or back to the store.
	 * @return a stage with the store's answer, or with {@code null} if there was none or
	 * none was needed
	 */
	CompletionStage<@Nullable StoreAnswer> closed(Hold closed) {
		Turn over = closed.turn();
		this.mutex.lock();
		try {
			if (this.turn != over) {
				return this.engine.release(over, Duration.ZERO);
			}
			Waiter next = this.waiters.first();
			Duration keepFor = closed.isLost() ? Duration.ZERO : closed.keepFor();
			if (next != null && !closed.isLost() && keepFor.isZero()) {
				Hold passed = over.pass(next);
				if (passed != null) {
					serve(next, passed);
					return PASSED;
				}
				this.inquiry.availability().answered();
			}
			this.turn = null;
			return giveBack(over, keepFor);
		}
		finally {
			this.mutex.unlock();
		}
	}

	private CompletionStage<@Nullable StoreAnswer> giveBack(Turn over, Duration keepFor) {
		if (head() != null && keepFor.isZero()) {
			this.engine.renewals().end(over);
			return this.inquiry.requeue(over);
		}
		CompletionStage<@Nullable StoreAnswer> released = this.engine.release(over, keepFor);
		this.inquiry.ask();
		retireIfIdle();
		return released;
	}

	/**
	 * The turn of this JVM has ended by a loss.
	 */
	void lost(Turn lost) {
		alone(() -> {
			if (this.turn == lost) {
				this.turn = null;
				this.inquiry.ask();
				retireIfIdle();
			}
		});
	}

	/**
	 * The lock was taken away by force.
	 */
	void revoked(long sequence) {
		Turn current = turn();
		if (current != null && current.sequence() == sequence) {
			current.revoke();
		}
	}

	private @Nullable Turn turn() {
		this.mutex.lock();
		try {
			return this.turn;
		}
		finally {
			this.mutex.unlock();
		}
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
			for (Waiter waiter : this.waiters.all()) {
				Refusal refusal = this.engine.refusal(waiter);
				if (refusal != null && this.waiters.remove(waiter)) {
					waiter.completeExceptionally(refusal);
				}
			}
			endIfEmpty();
		});
	}

	/** Who waits, in their order. */
	List<Waiter> waiters() {
		this.mutex.lock();
		try {
			return this.waiters.all();
		}
		finally {
			this.mutex.unlock();
		}
	}

	/** Who holds the lock in this JVM. */
	@Nullable Hold hold() {
		Turn current = turn();
		return (current != null) ? current.hold() : null;
	}

	/**
	 * The waiter to ask for; {@code null} if there is none, or nothing is to be asked.
	 */
	@Nullable Waiter head() {
		return (this.turn != null) ? null : this.waiters.first();
	}

	/**
	 * The head holds the lock now, and the turn of this JVM begins. It is woken first,
	 * and can't give the lock back before the mutex is free.
	 * @return false if the turn is over already, since nobody wanted the lock
	 */
	boolean begin(Turn granted, Waiter head) {
		this.turn = granted;
		serve(head, granted.hold());
		refuse(this.waiters.removeImpatient(), Refusal.contended());
		return this.turn == granted;
	}

	private void serve(Waiter next, Hold hold) {
		this.engine.began(hold);
		this.waiters.remove(next);
		if (!next.complete(hold)) {
			hold.abandon();
		}
	}

	/**
	 * Refuse whoever does not wait for others.
	 */
	void refuseImpatient(Refusal refusal) {
		refuse(this.waiters.removeImpatient(), refusal);
		endIfEmpty();
	}

	void refuse(Waiter waiter, Refusal refusal) {
		if (this.waiters.remove(waiter)) {
			waiter.completeExceptionally(refusal);
			endIfEmpty();
		}
	}

	void refuseAll(Refusal refusal) {
		refuse(this.waiters.removeAll(), refusal);
		endIfEmpty();
	}

	private static void refuse(List<Waiter> waiters, Refusal refusal) {
		waiters.forEach((waiter) -> waiter.completeExceptionally(refusal));
	}

	private void endIfEmpty() {
		if (this.waiters.isEmpty()) {
			this.inquiry.end();
			retireIfIdle();
		}
	}

	private void retireIfIdle() {
		if (this.waiters.isEmpty() && this.turn == null && !this.retired) {
			this.retired = true;
			this.engine.gates().retire(this.key, this);
		}
	}

}
