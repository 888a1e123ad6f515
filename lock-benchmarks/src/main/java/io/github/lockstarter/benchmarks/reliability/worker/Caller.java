package io.github.lockstarter.benchmarks.reliability.worker;

import java.util.concurrent.TimeUnit;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Contender.Held;
import io.github.lockstarter.benchmarks.reliability.worker.Call.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * A thread that takes one lock after the other until it is told to end.
 */
final class Caller extends Thread {

	private static final long POLL_MILLIS = 20;

	private static final long AFTER_A_HOLD_MILLIS = 5;

	private static final long AFTER_A_FAILURE_MILLIS = 50;

	private final int first;

	private final Contender contender;

	private final boolean waits;

	private final Assignment assignment;

	private final Resource resource;

	private final CallLog log;

	private volatile boolean ending;

	private volatile @Nullable Call unfinished;

	/**
	 * Create one.
	 * @param first the lock that it takes first
	 * @param waits whether the contender waits; otherwise this asks it again and again
	 */
	Caller(int first, Contender contender, boolean waits, Assignment assignment, Resource resource, CallLog log) {
		this.first = first;
		this.contender = contender;
		this.waits = waits;
		this.assignment = assignment;
		this.resource = resource;
		this.log = log;
		setDaemon(true);
	}

	void end() {
		this.ending = true;
	}

	/** Write down the call that does not come back, if there is one. */
	void giveUp() {
		Call call = this.unfinished;
		if (call != null) {
			this.log.add(without(call.key(), Outcome.UNFINISHED, call.asked()));
		}
	}

	private Call without(int key, Outcome outcome, long asked) {
		return Call.without(this.assignment.worker(), key, outcome, asked, System.nanoTime());
	}

	@Override
	public void run() {
		try {
			for (int next = this.first; !this.ending; next++) {
				boolean held = call(next % Assignment.KEYS);
				Thread.sleep(held ? AFTER_A_HOLD_MILLIS : AFTER_A_FAILURE_MILLIS);
			}
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException("Nobody interrupts a caller.", ex);
		}
	}

	private boolean call(int key) throws InterruptedException {
		long asked = System.nanoTime();
		this.unfinished = without(key, Outcome.UNFINISHED, asked);
		Outcome outcome = Outcome.REFUSED;
		Held held = null;
		try {
			held = acquire(this.assignment.key() + key, asked);
		}
		catch (RuntimeException ex) {
			outcome = Outcome.FAILED;
		}
		long returned = System.nanoTime();
		this.unfinished = null;
		if (held == null) {
			this.log.add(without(key, outcome, asked));
			return false;
		}
		this.log.add(new Visit(this.resource, this.assignment.worker(), key, held).make(asked, returned));
		release(held);
		return true;
	}

	private @Nullable Held acquire(String key, long asked) throws InterruptedException {
		Held held = this.contender.acquire(key, Assignment.WAIT);
		while (held == null && !this.waits && System.nanoTime() - asked < Assignment.WAIT.toNanos()) {
			TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
			held = this.contender.acquire(key, Assignment.WAIT);
		}
		return held;
	}

	private static void release(Held held) {
		try {
			held.release();
		}
		catch (RuntimeException ex) {
			// what became of the lock is seen at the next call
		}
	}

}
