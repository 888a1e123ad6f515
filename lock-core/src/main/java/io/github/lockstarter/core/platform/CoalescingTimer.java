package io.github.lockstarter.core.platform;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import io.github.lockstarter.containment.StackProbe;
import org.jspecify.annotations.Nullable;

/**
 * Wakes one task at the earliest moment that anybody asked for; the task then says when
 * it is to be woken next. Asking for a moment costs next to nothing when it wakes early
 * enough anyway, as it does for almost every lock; so nothing is taken back when a lock
 * is released. A task that throws is woken again. Thread-safe.
 */
public final class CoalescingTimer {

	/**
	 * Time after which a task is woken again that failed, and said nothing of the next
	 * time.
	 */
	private static final long AFTER_FAILURE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private final Platform platform;

	private final Timer timer;

	private final LongSupplier task;

	private final ReentrantLock mutex = new ReentrantLock();

	private volatile boolean set;

	private volatile long wakeAt;

	private @Nullable Future<?> scheduled;

	/**
	 * Create a timer that is not set.
	 * @param platform the clock
	 * @param timer wakes it
	 * @param task does what is due, and returns for how many nanoseconds nothing is;
	 * {@link Long#MAX_VALUE} if nothing will be before it is asked for
	 */
	public CoalescingTimer(Platform platform, Timer timer, LongSupplier task) {
		this.platform = platform;
		this.timer = timer;
		this.task = task;
	}

	/**
	 * Wake at a certain moment, or before.
	 * @param at the moment, on the monotonic clock
	 * @return false if the timer was shut down
	 */
	public boolean wake(long at) {
		return wakesBy(at) || set(at);
	}

	/**
	 * Whether it is set to wake at a certain moment, or before.
	 * @param at the moment, on the monotonic clock
	 * @return true if it is
	 */
	public boolean wakesBy(long at) {
		return this.set && this.wakeAt - at <= 0;
	}

	private boolean set(long at) {
		StackProbe.checkToHandOver();
		this.mutex.lock();
		try {
			if (wakesBy(at)) {
				return true;
			}
			Future<?> before = this.scheduled;
			this.scheduled = this.timer.schedule(this::ring, at - this.platform.nanoTime());
			this.wakeAt = at;
			this.set = true;
			if (before != null) {
				before.cancel(false);
			}
			return true;
		}
		catch (RejectedExecutionException ex) {
			return false;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/** Waits for a thread that is setting it: it may be due before that is done. */
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
		long idle = AFTER_FAILURE_NANOS;
		try {
			idle = this.task.getAsLong();
		}
		finally {
			if (idle < Long.MAX_VALUE) {
				wake(this.platform.nanoTime() + Math.max(idle, 0));
			}
		}
	}

	/**
	 * Whether it is set to wake.
	 * @return true if it waits in its timer
	 */
	public boolean isSet() {
		return this.set;
	}

}
