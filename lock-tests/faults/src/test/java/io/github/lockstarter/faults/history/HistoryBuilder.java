package io.github.lockstarter.faults.history;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.faults.history.Event.Operation;
import io.github.lockstarter.faults.history.Event.Outcome;

/**
 * Writes histories of one lock by hand, at small whole times.
 */
final class HistoryBuilder {

	private final List<Event> events = new ArrayList<>();

	private HistoryBuilder add(long at, int process, int depth, Operation operation, Outcome outcome, long token,
			long validUntil) {
		return add(at, process, 0, depth, operation, outcome, token, validUntil, 0);
	}

	private HistoryBuilder add(long at, int process, int thread, int depth, Operation operation, Outcome outcome,
			long token, long validUntil, int permits) {
		this.events
			.add(new Event(at, process, thread, 0, depth, "lock", operation, outcome, token, validUntil, permits));
		return this;
	}

	HistoryBuilder acquire(int process, long asked, long granted, long token, long validUntil) {
		return acquire(process, 1, asked, granted, token, validUntil);
	}

	HistoryBuilder share(int process, int permits, long asked, long granted, long validUntil) {
		return take(process, 0, permits, asked, granted, 0, validUntil);
	}

	/**
	 * Another thread of that process takes the lock, or a share of it.
	 */
	HistoryBuilder passOn(int process, int permits, long asked, long granted, long token, long validUntil) {
		return take(process, 1, permits, asked, granted, token, validUntil);
	}

	private HistoryBuilder take(int process, int thread, int permits, long asked, long granted, long token,
			long validUntil) {
		return add(asked, process, thread, 1, Operation.ACQUIRE, Outcome.INVOKE, 0, 0, permits).add(granted, process,
				thread, 1, Operation.ACQUIRE, Outcome.OK, token, validUntil, permits);
	}

	HistoryBuilder enter(int process, long asked, long granted, long token) {
		return acquire(process, 2, asked, granted, token, 0);
	}

	private HistoryBuilder acquire(int process, int depth, long asked, long granted, long token, long validUntil) {
		return add(asked, process, depth, Operation.ACQUIRE, Outcome.INVOKE, 0, 0).add(granted, process, depth,
				Operation.ACQUIRE, Outcome.OK, token, validUntil);
	}

	HistoryBuilder failToAcquire(int process, long asked, long refused, Outcome outcome) {
		return add(asked, process, 1, Operation.ACQUIRE, Outcome.INVOKE, 0, 0).add(refused, process, 1,
				Operation.ACQUIRE, outcome, 0, 0);
	}

	HistoryBuilder valid(int process, long at, long validUntil) {
		return add(at, process, 1, Operation.CHECK, Outcome.OK, 0, validUntil);
	}

	HistoryBuilder release(int process, long began, long returned) {
		return release(process, 1, began, returned, Outcome.OK);
	}

	HistoryBuilder leave(int process, long began, long returned) {
		return release(process, 2, began, returned, Outcome.OK);
	}

	HistoryBuilder releaseLost(int process, long began, long returned) {
		return release(process, 1, began, returned, Outcome.LOST);
	}

	private HistoryBuilder release(int process, int depth, long began, long returned, Outcome outcome) {
		return add(began, process, depth, Operation.RELEASE, Outcome.INVOKE, 0, 0).add(returned, process, depth,
				Operation.RELEASE, outcome, 0, 0);
	}

	History build() {
		return new History(this.events);
	}

}
