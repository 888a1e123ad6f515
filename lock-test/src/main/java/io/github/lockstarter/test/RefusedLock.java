package io.github.lockstarter.test;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A JDK lock that others hold, without a wait for it.
 */
final class RefusedLock implements Lock {

	private final Lock delegate;

	private final List<String> keys;

	RefusedLock(Lock delegate, List<String> keys) {
		this.delegate = delegate;
		this.keys = keys;
	}

	@Override
	public void lock() {
		throw waitsForEver();
	}

	@Override
	public void lockInterruptibly() {
		throw waitsForEver();
	}

	private IllegalStateException waitsForEver() {
		return new IllegalStateException("Lock.lock() of " + this.keys
				+ " would wait forever, since this client refuses all locks; use Lock.tryLock, or another test client.");
	}

	@Override
	public boolean tryLock() {
		return this.delegate.tryLock();
	}

	@Override
	public boolean tryLock(long time, TimeUnit unit) {
		return tryLock();
	}

	@Override
	public void unlock() {
		this.delegate.unlock();
	}

	@Override
	public Condition newCondition() {
		return this.delegate.newCondition();
	}

}
