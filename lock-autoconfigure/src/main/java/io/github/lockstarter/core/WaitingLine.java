package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Those that wait for one lock in this JVM, in their order. Guarded by the gate's mutex.
 */
final class WaitingLine {

	/** Most locks are not contended, and thousands may be held. */
	private static final int FEW = 2;

	private final Set<Waiter> waiters = new LinkedHashSet<>(FEW);

	/** How many of them are impatient: as a rule none, and then nobody looks for them. */
	private int impatient;

	void add(Waiter waiter) {
		this.waiters.add(waiter);
		this.impatient += waiter.isPatient() ? 0 : 1;
	}

	/**
	 * Remove a waiter.
	 * @return false if it was not there
	 */
	boolean remove(Waiter waiter) {
		boolean removed = this.waiters.remove(waiter);
		this.impatient -= (removed && !waiter.isPatient()) ? 1 : 0;
		return removed;
	}

	/**
	 * Remove those that don't wait for others.
	 */
	List<Waiter> removeImpatient() {
		if (this.impatient == 0) {
			return List.of();
		}
		List<Waiter> removed = new ArrayList<>(this.waiters);
		removed.removeIf(Waiter::isPatient);
		removed.forEach(this::remove);
		return removed;
	}

	List<Waiter> removeAll() {
		List<Waiter> removed = all();
		this.waiters.clear();
		this.impatient = 0;
		return removed;
	}

	@Nullable Waiter first() {
		return this.waiters.isEmpty() ? null : this.waiters.iterator().next();
	}

	List<Waiter> all() {
		return List.copyOf(this.waiters);
	}

	int size() {
		return this.waiters.size();
	}

	/** How many wait for other holders, and not just for the store's answer. */
	int patient() {
		return this.waiters.size() - this.impatient;
	}

	boolean isEmpty() {
		return this.waiters.isEmpty();
	}

}
