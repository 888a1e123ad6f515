package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * The queue for one lock inside this JVM. Only its head speaks to the store, in the name
 * of an acquisition that belongs to the gate: when the head gives up, the next waiter
 * takes its place over; when the last one does, the acquisition is finished in the store.
 * While a thread of this JVM holds the lock, nothing is asked.
 *
 * <p>
 * All state is guarded by the mutex. Nothing blocks under it.
 */
final class Gate {

	/** The net under a lost grant. */
	private static final Duration RECHECK = Duration.ofSeconds(1);

	/** How long the store keeps a place that is not asked for again. */
	private static final Duration KEEP_PLACE = RECHECK.multipliedBy(3);

	private static final Duration RETRY = Duration.ofMillis(100);

	/** A known rival is forgotten when the store has not answered for so long. */
	private static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private final String key;

	private final Engine engine;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Set<Waiter> waiters = new LinkedHashSet<>();

	private @Nullable Hold hold;

	/** The acquisition under which the head asks, or 0. */
	private long sequence;

	private Duration askedLease = Duration.ZERO;

	private boolean asking;

	private long askedAt;

	/** When it was last known that the store answers, or that this JVM held the lock. */
	private long answeredAt;

	/** Whether the store has said that another holds the lock. */
	private boolean contended;

	private boolean grantArrived;

	private boolean deaf;

	private @Nullable Throwable failure;

	private @Nullable Future<?> nextAsk;

	private boolean retired;

	Gate(String key, Engine engine) {
		this.key = key;
		this.engine = engine;
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
			if (this.engine.isClosed()) {
				waiter.completeExceptionally(closed());
			}
			else if (!waiter.isPatient() && (this.hold != null || (this.contended && !isSilent()))) {
				waiter.completeExceptionally(Refusal.contended());
			}
			else {
				this.waiters.add(waiter);
				if (this.waiters.size() == 1) {
					ask();
				}
			}
			retireIfIdle();
			return true;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Let a waiter go. Afterwards it is done: with a hold, if that came first.
	 */
	void leave(Waiter waiter) {
		this.mutex.lock();
		try {
			if (this.waiters.remove(waiter)) {
				waiter.completeExceptionally(verdict(waiter));
				giveUpIfEmpty();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Contention and a store that does not answer are told apart: it counts what the
	 * store last said, unless it has fallen silent since.
	 */
	private Refusal verdict(Waiter waiter) {
		boolean told = this.contended || this.answeredAt - waiter.startedAt() > 0;
		boolean unanswered = (this.asking && !told) || isSilent();
		boolean unavailable = this.hold == null && (this.failure != null || unanswered);
		return unavailable ? Refusal.unavailable(this.failure) : Refusal.contended();
	}

	private boolean isSilent() {
		return this.asking && System.nanoTime() - this.askedAt > SILENCE_NANOS;
	}

	private void ask() {
		Iterator<Waiter> first = this.waiters.iterator();
		if (!first.hasNext() || this.hold != null || this.asking) {
			return;
		}
		Waiter head = first.next();
		cancelNextAsk();
		if (this.sequence == 0) {
			this.sequence = this.engine.nextSequence();
		}
		long number = this.sequence;
		long sentAt = System.nanoTime();
		this.asking = true;
		this.askedAt = sentAt;
		this.askedLease = head.lease();
		this.grantArrived = false;
		boolean queueing = head.isPatient() && (this.deaf || this.engine.session().isListening(this.key));
		AcquireRequest request = new AcquireRequest(this.key, number, head.lease(), this.engine.owner(head),
				queueing ? KEEP_PLACE : Duration.ZERO);
		this.engine.session()
			.acquire(request)
			.whenComplete((answer, thrown) -> answered(number, head, sentAt, answer, thrown));
	}

	private void answered(long number, Waiter asked, long sentAt, @Nullable StoreAnswer answer,
			@Nullable Throwable thrown) {
		this.mutex.lock();
		try {
			if (number != this.sequence) {
				return;
			}
			this.asking = false;
			if (answer == null) {
				failed(StoreFailures.of(thrown));
				return;
			}
			this.failure = null;
			this.answeredAt = System.nanoTime();
			switch (answer.state()) {
				case GRANTED -> granted(asked, sentAt, answer.token());
				case QUEUED -> queued(answer.remaining());
				case REFUSED -> refused();
				case CANCELLED, RELEASED, LOST, UNKNOWN -> startOver();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void granted(Waiter asked, long sentAt, long token) {
		Waiter head = this.waiters.iterator().next();
		long validUntil = Lease.validUntil(sentAt, this.askedLease);
		if (head != asked || validUntil - System.nanoTime() <= 0) {
			ask();
			return;
		}
		Hold granted = new Hold(this.engine, head, this.sequence, token, validUntil);
		this.hold = granted;
		this.sequence = 0;
		this.contended = false;
		this.waiters.remove(head);
		refuseImpatient();
		this.engine.renewals().start(granted);
		if (!head.complete(granted)) {
			granted.leave();
		}
	}

	private void queued(Duration rest) {
		this.contended = true;
		refuseImpatient();
		if (this.grantArrived) {
			ask();
		}
		else {
			askIn((rest.compareTo(RECHECK) < 0) ? rest.plusMillis(1) : RECHECK);
		}
		giveUpIfEmpty();
	}

	/**
	 * Another holds the lock, and this JVM was not queued: it has to listen first.
	 */
	private void refused() {
		this.contended = true;
		refuseImpatient();
		if (this.waiters.isEmpty()) {
			this.sequence = 0;
			this.contended = false;
			retireIfIdle();
			return;
		}
		long number = this.sequence;
		this.asking = true;
		this.askedAt = System.nanoTime();
		this.engine.session().listen(this.key).whenComplete((done, thrown) -> listening(number, thrown));
	}

	private void listening(long number, @Nullable Throwable thrown) {
		this.mutex.lock();
		try {
			if (number != this.sequence) {
				return;
			}
			this.asking = false;
			if (thrown != null) {
				StoreException cause = StoreFailures.of(thrown);
				if (cause.isPassing()) {
					failed(cause);
					return;
				}
				this.engine.reportDeafness(cause);
				this.deaf = true;
			}
			ask();
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * The acquisition is over in the store, so the head needs a new one. Asked for by the
	 * timer: a store that answers at once must not grow the stack.
	 */
	private void startOver() {
		this.sequence = 0;
		this.contended = false;
		askIn(Duration.ZERO);
	}

	private void failed(StoreException cause) {
		this.failure = cause;
		this.contended = false;
		complete(Refusal.unavailable(cause), cause.isPassing());
		if (!cause.isPassing()) {
			this.sequence = 0;
		}
		askIn(RETRY);
		giveUpIfEmpty();
	}

	private void refuseImpatient() {
		complete(Refusal.contended(), true);
	}

	private void complete(Refusal refusal, boolean impatientOnly) {
		this.waiters.removeIf((waiter) -> {
			boolean affected = !impatientOnly || !waiter.isPatient();
			if (affected) {
				waiter.completeExceptionally(refusal);
			}
			return affected;
		});
	}

	private void giveUpIfEmpty() {
		if (this.waiters.isEmpty()) {
			cancelNextAsk();
			if (this.sequence != 0) {
				long number = this.sequence;
				this.sequence = 0;
				this.asking = false;
				this.contended = false;
				this.engine.releases().release(this.key, number, this.askedLease);
			}
			retireIfIdle();
		}
	}

	/**
	 * A grant arrived: claim it, if it is for the acquisition that is being asked for.
	 */
	void granted(Grant grant) {
		this.mutex.lock();
		try {
			if (grant.sequence() == this.sequence) {
				this.grantArrived = true;
				ask();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Grants may have been missed: ask again now.
	 */
	void recheck() {
		this.mutex.lock();
		try {
			this.grantArrived = true;
			ask();
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * The hold of this JVM has ended.
	 */
	void ended(Hold ended) {
		this.mutex.lock();
		try {
			if (this.hold == ended) {
				this.hold = null;
				if (!ended.isLost()) {
					this.answeredAt = System.nanoTime();
				}
				ask();
				retireIfIdle();
			}
		}
		finally {
			this.mutex.unlock();
		}
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

	void close() {
		this.mutex.lock();
		try {
			complete(closed(), false);
			giveUpIfEmpty();
		}
		finally {
			this.mutex.unlock();
		}
	}

	private static Refusal closed() {
		return Refusal.unavailable(new StoreException("the lock client is closed", false, null));
	}

	private void askIn(Duration pause) {
		cancelNextAsk();
		try {
			this.nextAsk = this.engine.timer().schedule(this::recheck, pause.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			complete(closed(), false);
		}
	}

	private void cancelNextAsk() {
		if (this.nextAsk != null) {
			this.nextAsk.cancel(false);
			this.nextAsk = null;
		}
	}

	private void retireIfIdle() {
		if (this.waiters.isEmpty() && this.hold == null && !this.retired) {
			this.retired = true;
			this.engine.retire(this.key, this);
		}
	}

}
