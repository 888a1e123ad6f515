package io.github.lockstarter.core.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.core.hold.GrantDetails;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.JvmLease;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.platform.CoalescingTimer;
import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The queues that are in use: one for each lock that is waited for or held in this JVM.
 * One {@link QueueTimer timer} drives all of them on. Thread-safe.
 */
public final class LockQueues {

	private final Platform platform;

	private final Timer timer;

	private final StoreRequests requests;

	private final LocalHandover bounds;

	private final QueueOwner owner;

	private final ClientLifecycle client;

	private final Map<String, LockQueue> queues = new ConcurrentHashMap<>();

	private final CoalescingTimer looks;

	/**
	 * Create it without queues.
	 * @param client decides who is still served
	 */
	public LockQueues(Platform platform, Timer timer, StoreRequests requests, LocalHandover bounds, QueueOwner owner,
			ClientLifecycle client) {
		this.platform = platform;
		this.timer = timer;
		this.requests = requests;
		this.bounds = bounds;
		this.owner = owner;
		this.client = client;
		this.looks = new QueueTimer(platform, timer, requests, this.queues.values()).looks();
	}

	/**
	 * Let a waiter join the queue of its lock. When this throws, the waiter has to leave.
	 */
	public void join(Waiter waiter) {
		enter(waiter.key(), (queue) -> queue.join(waiter));
		watch(waiter);
	}

	private void watch(Waiter waiter) {
		if (waiter.request().warnAfter() != null && !waiter.isDone()) {
			this.owner.waits(waiter);
		}
	}

	/**
	 * Let waiters of one call join the queues of their locks, and ask for these together:
	 * from the first on, as long as nobody else in this JVM has to do with the lock. Each
	 * is served once all before it are; else it is {@linkplain Refusal#isSkipped() passed
	 * over}. When this throws, all have to leave.
	 * @param waiters the waiters, in the order of their locks
	 * @return how many have joined
	 */
	public int joinBatch(List<Waiter> waiters) {
		List<AcquireAttempt> attempts = new ArrayList<>(waiters.size());
		for (int count = 0; count == attempts.size() && count < waiters.size(); count++) {
			Waiter next = waiters.get(count);
			boolean first = count == 0;
			enter(next.key(), (queue) -> queue.joinBatch(next, first, attempts));
		}
		if (!attempts.isEmpty()) {
			this.requests.acquireInOrder(attempts);
		}
		attempts.forEach((attempt) -> watch(attempt.head));
		return attempts.size();
	}

	/**
	 * Add a poller of a lock, which joins again and again to ask, and waits in between.
	 */
	public void joinAsPoller(Waiter poller) {
		enter(poller.key(), (queue) -> queue.joinAsPoller(poller));
		this.owner.waits(poller);
	}

	private void enter(String key, Predicate<LockQueue> entry) {
		while (!entry.test(queue(key))) {
			Thread.onSpinWait();
		}
	}

	LockQueue queue(String key) {
		LockQueue known = this.queues.get(key);
		if (known == null) {
			LockQueue fresh = new LockQueue(this, this.owner, this.client, key, this.platform, this.requests);
			known = this.queues.putIfAbsent(key, fresh);
			return (known != null) ? known : fresh;
		}
		return known;
	}

	/** A waiter comes for what it was offered. */
	public void take(Waiter waiter) {
		LockQueue queue = this.queues.get(waiter.key());
		if (queue != null) {
			queue.take(waiter);
		}
	}

	/**
	 * Let a waiter or a poller go that was not served: afterwards it is done, one way or
	 * another, or about to be.
	 * @param waiter the waiter
	 */
	public void leave(Waiter waiter) {
		LockQueue queue = this.queues.get(waiter.key());
		if (queue != null) {
			queue.leave(waiter);
		}
	}

	/** A waiter's time for others is over. */
	public long timeIsOver(Waiter waiter) {
		LockQueue queue = this.queues.get(waiter.key());
		return (queue != null) ? queue.timeIsOver(waiter) : Long.MAX_VALUE;
	}

	/** Whether a waiter waits for a store that does not answer, and not for a holder. */
	public boolean isUnavailable(Waiter waiter) {
		LockQueue queue = this.queues.get(waiter.key());
		return queue != null && queue.isUnavailable(waiter);
	}

	/** The last has left a hold. */
	public CompletionStage<@Nullable StoreAnswer> left(Hold hold) {
		LockQueue queue = this.queues.get(hold.key());
		if (queue != null) {
			return queue.left(hold);
		}
		CompletableFuture<@Nullable StoreAnswer> released = new CompletableFuture<>();
		JvmLease jvmLease = hold.jvmLease();
		if (jvmLease.has(hold) && !jvmLease.isGivenBack() && !jvmLease.isDropped()) {
			jvmLease.giveBack();
			this.requests.release(hold, released);
		}
		else {
			released.complete(null);
		}
		return released;
	}

	/**
	 * A JVM lease by which this JVM had the lock alone is a share from now on.
	 * @return a stage that completes when the store has heard of it, or could not
	 */
	public CompletionStage<Void> downgraded(JvmLease jvmLease) {
		LockQueue queue = this.queues.get(jvmLease.key());
		return (queue != null) ? queue.downgraded(jvmLease) : CompletableFuture.completedStage(null);
	}

	/** A JVM lease was lost. */
	public void lost(JvmLease jvmLease) {
		LockQueue queue = this.queues.get(jvmLease.key());
		if (queue != null) {
			queue.lost(jvmLease);
		}
	}

	/** A grant has arrived. */
	public void granted(GrantNotification grant) {
		Moment receivedAt = Moment.now(this.platform);
		LockQueue queue = this.queues.get(grant.key());
		if (queue != null) {
			queue.pushed(grant, receivedAt);
		}
	}

	/** It was released by force, by this JVM. */
	public void revokeNow(String key, long sequence) {
		JvmLease jvmLease = jvmLease(key, sequence);
		if (jvmLease != null) {
			jvmLease.revoke();
		}
	}

	/** A message says so, and anybody may have sent it. */
	public void perhapsRevoked(String key, long sequence) {
		JvmLease jvmLease = jvmLease(key, sequence);
		if (jvmLease != null) {
			this.requests.perhapsRevoked(jvmLease);
		}
	}

	/** The store does not know this JVM as the holder any more. */
	public void ownershipDenied(String key, long sequence, StoreAnswer answer) {
		JvmLease jvmLease = jvmLease(key, sequence);
		if (jvmLease != null) {
			jvmLease.disown(answer);
		}
	}

	private @Nullable JvmLease jvmLease(String key, long sequence) {
		LockQueue queue = this.queues.get(key);
		return (queue != null) ? queue.jvmLease(sequence) : null;
	}

	/** Grants may have been lost. */
	public void grantsMayBeLost() {
		this.queues.values().forEach(LockQueue::recheck);
	}

	/** Refuse all that are not to be served any more. */
	public void drain() {
		this.queues.values().forEach((queue) -> FailureIsolation.run("Draining a lock", queue::drain));
	}

	/** Make a JVM lease. Called by a queue under its mutex. */
	JvmLease jvmLease(GrantDetails granted, LockRequest first) {
		return new JvmLease(this.platform, this.owner, this.bounds, granted, first);
	}

	/**
	 * Time for which readers may join those of this JVM after it was last known that
	 * nobody else waits: twice the time for which a lock may stay here, since finding out
	 * takes two requests. Called by a queue under its mutex.
	 */
	long readersJoinNanos() {
		return (this.bounds.maxPasses() > 0) ? 2 * this.bounds.maxTime().toNanos() : 0;
	}

	/** Give back later what lingers for readers of this JVM. */
	void endLinger(LockQueue queue, long nanos) {
		try {
			this.timer.schedule(() -> FailureIsolation.run("Giving back a read lock", queue::endLinger), nanos);
		}
		catch (RejectedExecutionException ex) {
			queue.giveBackLingering();
		}
	}

	/** A queue is no longer of use. Called by it under its mutex. */
	void retire(String key, LockQueue queue) {
		this.queues.remove(key, queue);
	}

	/** Have the queues looked at by a certain moment on the monotonic clock. */
	void wake(long at) {
		this.looks.wake(at);
	}

	/** Do on another thread, in their order, what could not be done on this one. */
	public void elsewhere(List<Runnable> effects) {
		this.timer.schedule(() -> effects.forEach((effect) -> FailureIsolation.run("A step of a lock", effect)), 0);
	}

	/** The timer that drives the queues on. */
	public CoalescingTimer looks() {
		return this.looks;
	}

	/** Whether nothing is held or waited for. */
	public boolean isEmpty() {
		return this.queues.isEmpty();
	}

	/** The calls that wait for a lock in this JVM. */
	public List<Waiter> waiters(String key) {
		LockQueue queue = this.queues.get(key);
		return (queue != null) ? queue.calls() : List.of();
	}

	/** The calls that wait in this JVM, for whatever lock. */
	public List<Waiter> waiters() {
		return this.queues.values().stream().flatMap((queue) -> queue.calls().stream()).toList();
	}

	/**
	 * Hold of a lock in this JVM.
	 * @param key the lock
	 * @return the hold, or the first of those that share the lock; {@code null} if there
	 * is none
	 */
	public @Nullable Hold hold(String key) {
		LockQueue queue = this.queues.get(key);
		JvmLease jvmLease = (queue != null) ? queue.jvmLease() : null;
		return (jvmLease != null && !jvmLease.isLeft()) ? jvmLease.hold() : null;
	}

}
