package io.github.lockstarter.test;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;

/**
 * Records the acquisitions of a JDK lock. Since such a lock has no handles, each is
 * entered once more for the record.
 */
final class RecordingLock implements Lock {

	private final RecordingSpec spec;

	private final Lock delegate;

	private final ThreadHandles handles;

	RecordingLock(RecordingSpec spec, Lock delegate, ThreadHandles handles) {
		this.spec = spec;
		this.delegate = delegate;
		this.handles = handles;
	}

	@Override
	public void lock() {
		attempt(() -> {
			this.delegate.lock();
			return true;
		});
	}

	@Override
	public void lockInterruptibly() throws InterruptedException {
		this.<InterruptedException>attempt(() -> {
			this.delegate.lockInterruptibly();
			return true;
		});
	}

	@Override
	public boolean tryLock() {
		return attempt(this.delegate::tryLock);
	}

	@Override
	public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
		return this.<InterruptedException>attempt(() -> this.delegate.tryLock(time, unit));
	}

	private <E extends Exception> boolean attempt(Attempt<E> attempt) throws E {
		try {
			boolean locked = attempt.run();
			if (locked) {
				locked();
			}
			else {
				this.spec.refused();
			}
			return locked;
		}
		catch (LockException ex) {
			throw this.spec.failed(ex);
		}
	}

	private void locked() {
		boolean interrupted = Thread.interrupted();
		try {
			LockHandle entered = this.spec.granted(this.spec.enter());
			this.handles.push(this.spec.keys(), this.spec.kind(), entered);
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	@Override
	public void unlock() {
		LockHandle entered = this.handles.pop(this.spec.keys(), this.spec.kind());
		if (entered != null) {
			entered.close();
		}
		this.delegate.unlock();
	}

	@Override
	public Condition newCondition() {
		return this.delegate.newCondition();
	}

	@FunctionalInterface
	private interface Attempt<E extends Exception> {

		boolean run() throws E;

	}

}
