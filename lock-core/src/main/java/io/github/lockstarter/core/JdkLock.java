package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LogText;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.platform.ThreadNames;

/**
 * A view as a JDK lock. It has no state: the engine knows which thread holds the lock.
 */
final class JdkLock implements Lock {

	private final Supplier<LockEngine> engine;

	private final LockRequest request;

	JdkLock(Supplier<LockEngine> engine, LockRequest request) {
		this.engine = engine;
		this.request = request;
	}

	@Override
	public void lock() {
		enter(LockOption.LONGEST, false);
	}

	@Override
	public void lockInterruptibly() throws InterruptedException {
		interruptibly(() -> enter(LockOption.LONGEST, true));
	}

	@Override
	public boolean tryLock() {
		return isAcquired(Duration.ZERO, false);
	}

	@Override
	public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
		long nanos = Math.min(Math.max(unit.toNanos(time), 0), LockOption.LONGEST.toNanos());
		return tryLock(Duration.ofNanos(nanos));
	}

	private boolean tryLock(Duration time) throws InterruptedException {
		boolean[] locked = new boolean[1];
		interruptibly(() -> locked[0] = isAcquired(time, true));
		return locked[0];
	}

	private static void interruptibly(Runnable attempt) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		try {
			attempt.run();
		}
		catch (LockInterruptedException ex) {
			Thread.interrupted();
			throw (InterruptedException) new InterruptedException(ex.getMessage()).initCause(ex);
		}
	}

	private boolean isAcquired(Duration time, boolean interruptible) {
		try {
			enter(time, interruptible);
			return true;
		}
		catch (LockNotAcquiredException ex) {
			return false;
		}
	}

	private void enter(Duration time, boolean interruptible) {
		this.engine.get().lock(this.request, time, interruptible);
	}

	@Override
	public void unlock() {
		List<Hold> holds = new ArrayList<>();
		for (String key : this.request.keys()) {
			Hold hold = this.engine.get().heldHere(key);
			if (hold == null) {
				throw new IllegalMonitorStateException("Lock '" + LogText.of(key) + "' is not held by thread '"
						+ ThreadNames.name(Thread.currentThread()) + "'." + holder(key));
			}
			if (!hold.entries().isEnteredFor(this.request)) {
				throw new IllegalMonitorStateException("Thread '" + ThreadNames.name(Thread.currentThread())
						+ "' holds lock '" + LogText.of(key) + "', but not as " + this.request.kind() + ".");
			}
			holds.add(hold);
		}
		this.engine.get().unlock(this.request, holds);
		holds.forEach(Hold::checkNotLost);
	}

	private String holder(String key) {
		return this.engine.get()
			.admin()
			.held()
			.stream()
			.filter((held) -> held.key().equals(key) && held.thread() != null)
			.findFirst()
			.map((held) -> " Thread '" + held.thread() + "' holds it; only that thread can unlock it."
					+ " To release from any thread, use a LockHandle.")
			.orElse("");
	}

	@Override
	public Condition newCondition() {
		throw new UnsupportedOperationException("A distributed lock has no conditions.");
	}

	@Override
	public String toString() {
		return "Lock" + this.request.keys();
	}

}
