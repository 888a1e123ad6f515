package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * One call that waits for a lock in this JVM. Completes with the hold, or exceptionally
 * with the {@link Refusal} that the caller is to be told.
 */
public final class Waiter extends CompletableFuture<Hold> {

	/** Enough for a thread to wake up, and mostly to do so twice. */
	private static final long BARGING_WINDOW_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

	private final Platform platform;

	private final LockRequest request;

	private final String key;

	/** Share that is wanted; {@code null} for the lock alone. */
	final @Nullable Share share;

	final Duration lease;

	private final boolean fair;

	private final WaitLimits limits;

	/** When it should have left long ago, on the monotonic clock. */
	private final long overdueAt;

	private final Thread thread;

	private final boolean blocking;

	private final boolean nested;

	/** Arrival of a fair waiter at this lock, on the monotonic clock. */
	private final long arrivedAt;

	private volatile boolean patient;

	/** Whether its thread comes for a lock that it is offered. */
	private boolean takesOffers;

	/** Moment of the first offer, or 0. */
	private long offeredAt;

	private volatile boolean offered;

	/** Wakes its thread; {@code null} as long as that awaits this. */
	private volatile @Nullable CompletableFuture<@Nullable Void> signal;

	private boolean inLine;

	private @Nullable Waiter previous;

	private @Nullable Waiter next;

	/**
	 * Create a waiter for the thread that calls.
	 * @param nested whether locks are held around the call, by whatever thread
	 */
	public Waiter(Platform platform, LockRequest request, String key, WaitLimits limits, boolean blocking,
			boolean nested) {
		this.platform = platform;
		this.request = request;
		this.key = key;
		this.share = request.share();
		this.lease = request.leaseTime();
		this.fair = request.plan().isFair();
		this.limits = limits;
		this.patient = limits.waitsForHolders();
		this.overdueAt = limits.overdueAt();
		this.thread = platform.currentThread();
		this.blocking = blocking;
		this.nested = nested;
		this.arrivedAt = this.fair ? platform.nanoTime() : 0;
	}

	/** Step into a line, behind another one if there is one. */
	void follow(@Nullable Waiter ahead) {
		this.inLine = true;
		this.previous = ahead;
		if (ahead != null) {
			ahead.next = this;
		}
	}

	/** Step out of the line. */
	void stepOut() {
		if (this.previous != null) {
			this.previous.next = this.next;
		}
		if (this.next != null) {
			this.next.previous = this.previous;
		}
		this.inLine = false;
		this.previous = null;
		this.next = null;
	}

	boolean isInLine() {
		return this.inLine;
	}

	@Nullable Waiter previous() {
		return this.previous;
	}

	@Nullable Waiter next() {
		return this.next;
	}

	/** It waits for a thread of its own JVM. Called by its thread. */
	void waitForOffers() {
		this.takesOffers = this.blocking && !this.fair && this.share == null && this.request.keys().size() == 1;
	}

	/**
	 * Whether others may still be served before it, for a while after it was first
	 * offered the lock. Guarded by the queue's mutex.
	 */
	boolean allowsBarging() {
		return this.takesOffers
				&& (this.offeredAt == 0 || this.platform.nanoTime() - this.offeredAt < BARGING_WINDOW_NANOS);
	}

	/** Its thread is to come for the lock. Guarded by the queue's mutex. */
	void offer() {
		this.offeredAt = (this.offeredAt != 0) ? this.offeredAt : this.platform.nanoTime() | 1;
	}

	/** Wake its thread, which has been offered the lock. */
	void wake() {
		this.offered = true;
		signal();
	}

	private void signal() {
		CompletableFuture<@Nullable Void> awaited = this.signal;
		if (awaited != null) {
			awaited.complete(null);
		}
	}

	@Override
	public boolean complete(Hold hold) {
		boolean completed = super.complete(hold);
		signal();
		return completed;
	}

	@Override
	public boolean completeExceptionally(Throwable refusal) {
		boolean completed = super.completeExceptionally(refusal);
		signal();
		return completed;
	}

	/**
	 * Future that its thread awaits: done when this is, or when it is offered the lock.
	 */
	public CompletableFuture<?> awaited() {
		if (!this.takesOffers) {
			return this;
		}
		CompletableFuture<@Nullable Void> next = new CompletableFuture<>();
		this.signal = next;
		if (this.offered || isDone()) {
			next.complete(null);
		}
		return next;
	}

	/** Whether it has been offered the lock since this was last asked. */
	public boolean wasOffered() {
		if (!this.offered) {
			return false;
		}
		this.offered = false;
		return true;
	}

	/**
	 * Give it the lock.
	 * @return false if it was done before, with something else
	 */
	boolean deliver(Hold hold) {
		return complete(hold) || (!isCompletedExceptionally() && join() == hold);
	}

	/** Whether it has got the lock. */
	boolean isServed() {
		return isDone() && !isCompletedExceptionally();
	}

	/**
	 * Hold that it waits for.
	 * @return the hold; {@code null} as long as it waits
	 * @throws Refusal if it was refused
	 */
	public @Nullable Hold hold() throws Refusal {
		boolean done = isDone();
		checkNotRefused();
		return done ? join() : null;
	}

	/**
	 * Check that it may still get the lock, or has it.
	 * @throws Refusal if it was refused
	 */
	public void checkNotRefused() throws Refusal {
		if (isCompletedExceptionally()) {
			throw handle((hold, thrown) -> (thrown instanceof Refusal refusal) ? refusal : Refusal.unavailable(thrown))
				.join();
		}
	}

	/** The lock. */
	public String key() {
		return this.key;
	}

	/** Request of the call. */
	public LockRequest request() {
		return this.request;
	}

	/** Whether the answer to a request in another waiter's name can serve this one. */
	boolean wantsTheSame(Waiter other) {
		return this.lease.equals(other.lease) && Objects.equals(this.share, other.share);
	}

	/** Whether it is served in the order in which all callers have come. */
	boolean isFair() {
		return this.fair;
	}

	/** Whether it came before a moment on the monotonic clock, which may be unknown. */
	boolean isOlderThan(@Nullable Long moment) {
		return moment != null && this.arrivedAt - moment < 0;
	}

	/** Time since a fair waiter came to this lock; {@code null} if it is not fair. */
	@Nullable Duration age() {
		return this.fair ? Duration.ofNanos(this.platform.nanoTime() - this.arrivedAt) : null;
	}

	/** Whether it waits for other holders, and not just for the store's answer. */
	public boolean waitsForHolders() {
		return this.patient;
	}

	/** Wait just for the store's answer from now on. Guarded by the queue's mutex. */
	void stopQueueing() {
		this.patient = false;
	}

	/** Whether it should have left long ago, and so never will. */
	boolean isOverdue() {
		return this.platform.nanoTime() - this.overdueAt > 0;
	}

	/** Limits of the wait. */
	public WaitLimits limits() {
		return this.limits;
	}

	/** Time since the call began. */
	public Duration waited() {
		return Duration.ofNanos(this.platform.nanoTime() - this.limits.startedAt());
	}

	/** The thread that asked. */
	public Thread thread() {
		return this.thread;
	}

	/**
	 * Whether that thread waits, and is going to be the holder.
	 * @return false if it has asked and gone on
	 */
	public boolean isBlocking() {
		return this.blocking;
	}

	/** Whether it is part of work that holds locks already. */
	public boolean isNested() {
		return this.nested;
	}

}
