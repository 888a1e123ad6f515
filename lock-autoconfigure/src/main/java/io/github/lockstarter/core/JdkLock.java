package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOption;

/**
 * A view as a JDK lock. It has no state: who holds it say the scopes.
 */
final class JdkLock implements Lock {

	private final DefaultLockClient client;

	private final LockRequest request;

	JdkLock(DefaultLockClient client, LockRequest request) {
		this.client = client;
		this.request = request;
	}

	@Override
	public void lock() {
		uninterruptibly(() -> {
			lockInterruptibly();
			return true;
		});
	}

	@Override
	public void lockInterruptibly() throws InterruptedException {
		boolean locked = false;
		while (!locked) {
			locked = tryLock(LockOption.LONGEST);
		}
	}

	@Override
	public boolean tryLock() {
		return uninterruptibly(() -> tryLock(Duration.ZERO));
	}

	private static boolean uninterruptibly(Attempt attempt) {
		boolean interrupted = false;
		try {
			while (true) {
				try {
					return attempt.run();
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	@Override
	public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
		long nanos = Math.min(Math.max(unit.toNanos(time), 0), LockOption.LONGEST.toNanos());
		return tryLock(Duration.ofNanos(nanos));
	}

	private boolean tryLock(Duration time) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		try {
			new Acquirer(this.client.engine()).acquire(this.request, time);
			return true;
		}
		catch (LockNotAcquiredException ex) {
			return false;
		}
		catch (LockInterruptedException ex) {
			Thread.interrupted();
			throw (InterruptedException) new InterruptedException(ex.getMessage()).initCause(ex);
		}
	}

	@Override
	public void unlock() {
		List<Hold> holds = new ArrayList<>();
		for (String key : this.request.keys()) {
			Hold hold = this.client.engine().scopes().find(key);
			if (hold == null) {
				throw new IllegalMonitorStateException(
						"Lock '" + key + "' is not held by thread '" + Thread.currentThread().getName() + "'.");
			}
			holds.add(hold);
		}
		Holds.leave(holds);
		holds.forEach(Hold::checkNotLost);
	}

	@Override
	public Condition newCondition() {
		throw new UnsupportedOperationException("A distributed lock has no conditions.");
	}

	@FunctionalInterface
	private interface Attempt {

		boolean run() throws InterruptedException;

	}

}
