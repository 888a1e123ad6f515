package io.github.lockstarter.core;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Wakes at the earliest moment that anybody asked for, and then goes on by itself.
 * Setting it costs next to nothing when it wakes early enough anyway, as it does for
 * almost every lock; so it is not reset when a lock is released. Thread-safe.
 */
final class Alarm {

	private final ScheduledExecutorService timer;

	/** Does what is due, and says for how many nanoseconds nothing is. */
	private final LongSupplier task;

	private final ReentrantLock mutex = new ReentrantLock();

	private volatile boolean set;

	private volatile long wakeAt;

	private @Nullable Future<?> scheduled;

	Alarm(ScheduledExecutorService timer, LongSupplier task) {
		this.timer = timer;
		this.task = task;
	}

	/**
	 * Wake at a certain moment, or before.
	 * @return false if the timer was shut down
	 */
	boolean wake(long at) {
		return (this.set && this.wakeAt - at <= 0) || set(at);
	}

	private boolean set(long at) {
		this.mutex.lock();
		try {
			if (this.set && this.wakeAt - at <= 0) {
				return true;
			}
			if (this.scheduled != null) {
				this.scheduled.cancel(false);
			}
			this.scheduled = this.timer.schedule(this::ring, at - System.nanoTime(), TimeUnit.NANOSECONDS);
			this.wakeAt = at;
			this.set = true;
			return true;
		}
		catch (RejectedExecutionException ex) {
			return false;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/** Waits for whoever sets it: it may be due before that is done. */
	private void unset() {
		this.mutex.lock();
		try {
			this.set = false;
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void ring() {
		unset();
		long idle = this.task.getAsLong();
		if (idle < Long.MAX_VALUE) {
			wake(System.nanoTime() + Math.max(idle, 0));
		}
	}

	/** Whether this is what it waits for. */
	boolean isScheduled(Runnable task) {
		return task == this.scheduled;
	}

}
