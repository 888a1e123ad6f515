package io.github.lockstarter.core.hold;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * The plans of all JVM leases that are watched, each in a slot with those that are due
 * for a look at about the same time: a look costs nothing for those that are not due yet.
 * A timing wheel, after "Hashed and Hierarchical Timing Wheels" by Varghese and Lauck.
 * Plans whose time lies beyond the last slot are there until they can be put into their
 * own one. Thread-safe.
 */
final class RenewalPlans {

	private static final int SLOTS = 512;

	private static final int MASK = SLOTS - 1;

	private static final long FAR_NANOS = Long.MAX_VALUE / 4;

	/** A slot spans about an eighth of a second, and all of them together a minute. */
	private static final int SHIFT = 27;

	private final List<Set<RenewalPlan>> slots = IntStream.range(0, SLOTS)
		.<Set<RenewalPlan>>mapToObj((slot) -> ConcurrentHashMap.newKeySet())
		.toList();

	private final AtomicInteger size = new AtomicInteger();

	/** When the first slot of all began, on the monotonic clock, which may overflow. */
	private final long origin;

	/** Number of the first slot that may have plans. Written by the timer only. */
	private volatile long first;

	/**
	 * Begin without plans.
	 * @param now a moment on the monotonic clock
	 */
	RenewalPlans(long now) {
		this.origin = now;
	}

	/** Count a plan, before anybody may remove it. */
	void count() {
		this.size.incrementAndGet();
	}

	/** There is no such plan after all. */
	void countDown() {
		this.size.decrementAndGet();
	}

	private long number(long at) {
		return (at - this.origin) >> SHIFT;
	}

	/** Have a plan looked at by a moment on the monotonic clock, or sooner. */
	void putBy(RenewalPlan plan, long at) {
		long number;
		do {
			number = Math.min(Math.max(number(at), this.first), this.first + SLOTS - 1);
			synchronized (plan) {
				if (plan.slot == RenewalPlan.REMOVED || (plan.slot != RenewalPlan.NOWHERE && plan.lookAt - at < 0)) {
					return;
				}
				plan.lookAt = at;
				move(plan, (int) (number & MASK));
			}
			// the timer may have gone past that slot meanwhile
		}
		while (number - this.first < 0);
	}

	/**
	 * A look at a plan begins: it is put where it belongs when the look has ended, and
	 * what is asked for meanwhile counts.
	 */
	private static void begin(RenewalPlan plan, long now) {
		synchronized (plan) {
			plan.lookAt = now + FAR_NANOS;
		}
	}

	/** What fails half-way can be done again. */
	private void move(RenewalPlan plan, int slot) {
		if (slot != plan.slot) {
			if (plan.slot >= 0) {
				this.slots.get(plan.slot).remove(plan);
			}
			plan.slot = RenewalPlan.NOWHERE;
			if (slot >= 0) {
				this.slots.get(slot).add(plan);
			}
			plan.slot = slot;
		}
	}

	/** Remove a plan for good. */
	void remove(RenewalPlan plan) {
		synchronized (plan) {
			if (plan.slot == RenewalPlan.REMOVED) {
				return;
			}
			move(plan, RenewalPlan.REMOVED);
		}
		this.size.decrementAndGet();
	}

	/** Whether there is no plan. */
	boolean isEmpty() {
		return this.size.get() == 0;
	}

	/** The plans to look at, if all are to be looked at. */
	List<RenewalPlan> beginAll(long now) {
		return begin(now, now + ((long) SLOTS << SHIFT));
	}

	/**
	 * The plans to look at, whose slots begin by a moment. Called by the timer, which
	 * puts each of them where it belongs then.
	 */
	List<RenewalPlan> begin(long now, long until) {
		long from = this.first;
		this.first = Math.max(number(now), from);
		long to = Math.min(number(until), from + SLOTS - 1);
		List<RenewalPlan> begun = new ArrayList<>();
		for (long number = from; number <= to; number++) {
			begun.addAll(this.slots.get((int) (number & MASK)));
		}
		begun.forEach((plan) -> begin(plan, now));
		return begun;
	}

	/**
	 * The moment by which the next look is due.
	 * @return {@link Long#MAX_VALUE} if there is no plan
	 */
	long next() {
		for (long number = this.first; number < this.first + SLOTS; number++) {
			Set<RenewalPlan> slot = this.slots.get((int) (number & MASK));
			if (!slot.isEmpty()) {
				return next(slot, this.origin + ((number + 1) << SHIFT));
			}
		}
		return Long.MAX_VALUE;
	}

	private static long next(Set<RenewalPlan> slot, long end) {
		long next = end;
		for (RenewalPlan plan : slot) {
			next = (plan.lookAt - next < 0) ? plan.lookAt : next;
		}
		return next;
	}

}
