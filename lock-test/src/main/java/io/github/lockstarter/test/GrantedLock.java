package io.github.lockstarter.test;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;

/**
 * A JDK lock without a wait: it is granted at once, or refused.
 */
final class GrantedLock implements Lock {

	private final StubSpec spec;

	private final ThreadHandles handles;

	GrantedLock(StubSpec spec, ThreadHandles handles) {
		this.spec = spec;
		this.handles = handles;
	}

	@Override
	public void lock() {
		boolean interrupted = Thread.interrupted();
		try {
			this.handles.push(this.spec.keys(), this.spec.kind(), this.spec.acquire());
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	@Override
	public void lockInterruptibly() throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		lock();
	}

	@Override
	public boolean tryLock() {
		lock();
		return true;
	}

	@Override
	public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
		lockInterruptibly();
		return true;
	}

	@Override
	public void unlock() {
		LockHandle handle = this.handles.pop(this.spec.keys(), this.spec.kind());
		if (handle == null) {
			throw new IllegalMonitorStateException("The lock of " + this.spec.keys() + " is not held by thread '"
					+ Thread.currentThread().getName() + "'.");
		}
		handle.close();
		LockLostException.throwIfLost(handle);
	}

	@Override
	public Condition newCondition() {
		throw new UnsupportedOperationException("A distributed lock has no conditions.");
	}

}
