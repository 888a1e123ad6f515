package io.github.lockstarter.simulation;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The machine that a client runs on. It has clocks of its own, and everything that
 * happens on it happens one after the other. While it is paused, its clocks go on; while
 * it is suspended, its monotonic clock stands still.
 */
final class SimulatedMachine {

	/** 2026-01-01. */
	private static final long EPOCH_MILLIS = 1_767_225_600_000L;

	/** By how much the clocks of two machines may go faster or slower. */
	static final double DRIFT = 0.005;

	private final SimulatedTime time;

	private final String name;

	private final double rate;

	private final long offset;

	private long wallOffsetMillis;

	private final Deque<Runnable> deferred = new ArrayDeque<>();

	private State state = State.RUNNING;

	private long frozenSince;

	private long suspendedNanos;

	private final Thread engineThread;

	private Thread currentThread;

	SimulatedMachine(SimulatedTime time, String name) {
		this.time = time;
		this.name = name;
		this.rate = 1 + (time.fraction() - 0.5) * DRIFT;
		this.offset = time.between(-SimulatedTime.SECOND, Long.MAX_VALUE / 2);
		this.wallOffsetMillis = time.between(-5000, 5000);
		this.engineThread = new Thread(name + "-engine");
		this.currentThread = this.engineThread;
	}

	SimulatedTime time() {
		return this.time;
	}

	String name() {
		return this.name;
	}

	long nanoTime() {
		long standstill = this.suspendedNanos
				+ ((this.state == State.SUSPENDED) ? this.time.now() - this.frozenSince : 0);
		return this.offset + (long) ((this.time.now() - standstill) * this.rate);
	}

	/** It goes as fast as the monotonic clock, as both count by the same quartz. */
	long currentTimeMillis() {
		return EPOCH_MILLIS + this.wallOffsetMillis + (long) (this.time.now() * this.rate / SimulatedTime.MILLISECOND);
	}

	/** Somebody sets the wall clock. */
	void stepWallClock(long millis) {
		this.wallOffsetMillis += millis;
	}

	Thread currentThread() {
		return this.currentThread;
	}

	/** Do something as a certain thread. */
	void as(Thread thread, Runnable task) {
		Thread before = this.currentThread;
		this.currentThread = thread;
		try {
			task.run();
		}
		finally {
			this.currentThread = before;
		}
	}

	/** Let something happen here as soon as the machine runs. */
	void run(Runnable task) {
		if (this.state == State.RUNNING) {
			runContained(task);
		}
		else if (this.state != State.DEAD) {
			this.deferred.add(task);
		}
	}

	/** The system may grant no thread at any time: what that ends is logged and over. */
	private static void runContained(Runnable task) {
		try {
			task.run();
		}
		catch (NoThreadError ex) {
			// As an event loop or a pool would, it goes on with its next task.
		}
	}

	/**
	 * Let something happen here when the monotonic clock has gone on so far.
	 */
	void after(long nanos, Runnable task) {
		long due = nanoTime() + Math.max(nanos, 0);
		this.time.after((long) (Math.max(nanos, 0) / this.rate) + 1, () -> run(() -> runWhenDue(due, task)));
	}

	private void runWhenDue(long due, Runnable task) {
		long rest = due - nanoTime();
		if (rest > 0) {
			after(rest, task);
		}
		else {
			task.run();
		}
	}

	void pause() {
		freeze(State.PAUSED);
	}

	void suspend() {
		freeze(State.SUSPENDED);
	}

	private void freeze(State how) {
		if (this.state == State.RUNNING) {
			this.state = how;
			this.frozenSince = this.time.now();
		}
	}

	/**
	 * Go on with what was deferred, in its order.
	 * @return for how long its monotonic clock has stood still
	 */
	long resume() {
		long suspended = (this.state == State.SUSPENDED) ? this.time.now() - this.frozenSince : 0;
		this.suspendedNanos += suspended;
		if (this.state != State.DEAD) {
			this.state = State.RUNNING;
			int tasks = this.deferred.size();
			for (int i = 0; i < tasks; i++) {
				Runnable task = this.deferred.remove();
				this.time.after(i * SimulatedTime.MICROSECOND, () -> run(task));
			}
		}
		return suspended;
	}

	void die() {
		this.state = State.DEAD;
		this.deferred.clear();
	}

	boolean isRunning() {
		return this.state == State.RUNNING;
	}

	boolean isDead() {
		return this.state == State.DEAD;
	}

	private enum State {

		RUNNING, PAUSED, SUSPENDED, DEAD

	}

}
