package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Takes locks for the current thread, which waits.
 */
final class Acquirer {

	/**
	 * A wait without an end is looked at so often, to notice a store that fell silent.
	 */
	private static final Duration SLICE = Duration.ofSeconds(30);

	private final Engine engine;

	private final Duration slice;

	Acquirer(Engine engine) {
		this(engine, SLICE);
	}

	Acquirer(Engine engine, Duration slice) {
		this.engine = engine;
		this.slice = slice;
	}

	/**
	 * Take all keys of the request, or none.
	 */
	DefaultLockHandle acquire(LockRequest request, Duration waitTime) {
		LockInstrumentation around = this.engine.instrumentation();
		return (around == LockInstrumentation.NONE || isAgain(request)) ? acquireAll(request, waitTime)
				: acquire(request, waitTime, around);
	}

	/** A lock that the instrumentation keeps from its caller is given back. */
	private DefaultLockHandle acquire(LockRequest request, Duration waitTime, LockInstrumentation around) {
		AtomicReference<DefaultLockHandle> acquired = new AtomicReference<>();
		try {
			return around.acquire(request.call(), () -> {
				DefaultLockHandle handle = acquireAll(request, waitTime);
				acquired.set(handle);
				return handle;
			});
		}
		catch (RuntimeException | Error ex) {
			DefaultLockHandle withheld = acquired.get();
			if (withheld != null) {
				withheld.close();
			}
			throw ex;
		}
	}

	private boolean isAgain(LockRequest request) {
		for (String key : request.keys()) {
			if (this.engine.scopes().find(key) == null) {
				return false;
			}
		}
		return true;
	}

	private DefaultLockHandle acquireAll(LockRequest request, Duration waitTime) {
		long startedAt = System.nanoTime();
		List<Hold> holds = new ArrayList<>(request.keys().size());
		try {
			for (String key : request.keys()) {
				holds.add(acquire(request, key, waitTime, startedAt, !holds.isEmpty()));
			}
			Holds.checkNotLost(holds);
		}
		catch (LockException ex) {
			Holds.abandon(holds);
			throw ex;
		}
		return new DefaultLockHandle(this.engine, request, holds);
	}

	private Hold acquire(LockRequest request, String key, Duration waitTime, long startedAt, boolean storeAnswered) {
		Hold own = this.engine.scopes().find(key);
		if (own != null && own.enter()) {
			return lengthened(own, request.leaseTime(),
					new Deadline(startedAt + (waitTime.isZero() ? Deadline.ANSWER : waitTime).toNanos()));
		}
		Waiter waiter = new Waiter(request, key, waitTime, startedAt, storeAnswered, true);
		this.engine.join(waiter);
		Hold hold = await(waiter);
		this.engine.scopes().open(hold);
		this.engine.events().acquired(waiter, hold);
		return hold;
	}

	/**
	 * A longer inner lease extends the lease once; a shorter one changes nothing.
	 */
	private Hold lengthened(Hold own, Duration lease, Deadline deadline) {
		if (lease.compareTo(own.lease()) > 0) {
			try {
				Holds.extend(this.engine, own, lease, deadline);
			}
			catch (LockException ex) {
				own.leave();
				throw ex;
			}
		}
		return own;
	}

	private Hold await(Waiter waiter) {
		try {
			while (true) {
				try {
					return waiter.get(sliceNanos(waiter), TimeUnit.NANOSECONDS);
				}
				catch (TimeoutException ex) {
					if (!waiter.isEndless() || this.engine.gates().isUnavailable(waiter)) {
						this.engine.gates().leave(waiter);
						return settled(waiter);
					}
				}
			}
		}
		catch (ExecutionException ex) {
			throw refusal(waiter, ex.getCause());
		}
		catch (InterruptedException ex) {
			this.engine.gates().leave(waiter);
			waiter.whenComplete((hold, refusal) -> {
				if (hold != null) {
					hold.abandon();
				}
			});
			this.engine.events().refused(waiter, LockOutcome.INTERRUPTED);
			Thread.currentThread().interrupt();
			throw new LockInterruptedException(waiter.request().lock(), waiter.waited(), ex);
		}
	}

	private long sliceNanos(Waiter waiter) {
		return waiter.isEndless() ? this.slice.toNanos() : Math.max(waiter.deadline().remainingNanos(), 0);
	}

	/**
	 * The result of a waiter that has left: the lock may have come in the last moment.
	 */
	private Hold settled(Waiter waiter) {
		try {
			return waiter.join();
		}
		catch (CompletionException ex) {
			throw refusal(waiter, ex.getCause());
		}
	}

	private LockException refusal(Waiter waiter, @Nullable Throwable cause) {
		Refusal refusal = Refusal.of(cause);
		this.engine.events().refused(waiter, refusal.outcome());
		return refusal.toException(waiter);
	}

}
