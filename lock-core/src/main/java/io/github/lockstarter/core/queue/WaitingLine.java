package io.github.lockstarter.core.queue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Waiters for one lock in this JVM, in their order, and pollers, which come back to ask
 * from time to time and have no place. The waiters are links of the line themselves,
 * since most locks are never waited for, and thousands may be held. Those that are
 * refused are told when the queue's mutex is free. Guarded by that mutex.
 */
final class WaitingLine {

	private final LockQueue queue;

	private @Nullable Waiter first;

	private @Nullable Waiter last;

	private int size;

	/** Number of impatient waiters: as a rule none, and then nobody looks for them. */
	private int impatient;

	private Set<Waiter> pollers = Set.of();

	WaitingLine(LockQueue queue) {
		this.queue = queue;
	}

	/**
	 * Add a waiter at the end.
	 * @return whether it is the first
	 */
	boolean add(Waiter waiter) {
		waiter.follow(this.last);
		if (this.last == null) {
			this.first = waiter;
		}
		this.last = waiter;
		this.size++;
		this.impatient += waiter.waitsForHolders() ? 0 : 1;
		return this.first == waiter;
	}

	/**
	 * Remove a waiter or a poller.
	 * @return false if it was not there
	 */
	boolean remove(Waiter waiter) {
		if (!waiter.isInLine()) {
			return !this.pollers.isEmpty() && this.pollers.remove(waiter);
		}
		if (this.first == waiter) {
			this.first = waiter.next();
		}
		if (waiter.next() == null) {
			this.last = waiter.previous();
		}
		waiter.stepOut();
		this.size--;
		this.impatient -= waiter.waitsForHolders() ? 0 : 1;
		return true;
	}

	/** Let a waiter go on just for the store's answer. */
	void stopQueueing(Waiter waiter) {
		waiter.stopQueueing();
		this.impatient++;
	}

	void addPoller(Waiter poller) {
		if (this.pollers.isEmpty()) {
			this.pollers = new LinkedHashSet<>();
		}
		this.pollers.add(poller);
	}

	/**
	 * Remove a waiter or a poller, and tell it why.
	 * @return false if it was not there
	 */
	boolean refuse(Waiter waiter, Refusal refusal) {
		boolean removed = remove(waiter);
		if (removed) {
			tell(waiter, refusal);
		}
		return removed;
	}

	/** Refuse those that don't wait for others. */
	void refuseImpatient(Supplier<Refusal> refusal) {
		if (this.impatient > 0) {
			List<Waiter> refused = all();
			refused.removeIf(Waiter::waitsForHolders);
			refused.forEach((waiter) -> refuse(waiter, refusal.get()));
		}
	}

	void refuseAll(Refusal refusal) {
		all().forEach((waiter) -> refuse(waiter, refusal));
	}

	/** Tell one that has no place why it gets none. */
	void tell(Waiter waiter, Refusal refusal) {
		this.queue.later(() -> waiter.completeExceptionally(refusal));
	}

	/** The first that still waits. */
	@Nullable Waiter head() {
		Waiter first = this.first;
		while (first != null && (first.isDone() || first.isOverdue())) {
			refuse(first, Refusal.contended());
			first = this.first;
		}
		return first;
	}

	@Nullable Waiter first() {
		return this.first;
	}

	boolean isFirst(Waiter waiter) {
		return this.first == waiter;
	}

	/** All that have a place, in their order. */
	private List<Waiter> all() {
		List<Waiter> all = new ArrayList<>(this.size);
		for (Waiter waiter = this.first; waiter != null; waiter = waiter.next()) {
			all.add(waiter);
		}
		return all;
	}

	/** All that have a place or come back. */
	List<Waiter> everybody() {
		List<Waiter> everybody = all();
		everybody.addAll(this.pollers);
		return everybody;
	}

	/** The calls that wait: of those that come back, no single attempts. */
	List<Waiter> calls() {
		List<Waiter> calls = everybody();
		calls.removeIf((waiter) -> waiter.limits().isAttempt());
		return calls;
	}

	/**
	 * Number of waiters that wait for other holders, and not just for the store's answer.
	 */
	int patient() {
		return this.size - this.impatient + this.pollers.size();
	}

	/** Whether nobody has a place. */
	boolean isEmpty() {
		return this.first == null;
	}

	/** Whether nobody has a place or comes back. */
	boolean isDeserted() {
		return this.first == null && this.pollers.isEmpty();
	}

}
