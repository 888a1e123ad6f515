package io.github.lockstarter.integration;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;

import org.springframework.integration.support.locks.DistributedLock;

/**
 * A view of one lock, to which a time to live may be given.
 */
final class RegistryLock implements DistributedLock {

	private final RegisteredLocks locks;

	private final String key;

	private final Lock view;

	RegistryLock(RegisteredLocks locks, String key) {
		this.locks = locks;
		this.key = key;
		this.view = locks.lock(key).asLock();
	}

	private Lock withLease(Duration ttl) {
		return this.locks.lock(this.key).leaseTime(ttl).asLock();
	}

	@Override
	public void lock() {
		this.view.lock();
	}

	@Override
	public void lock(Duration ttl) {
		withLease(ttl).lock();
	}

	@Override
	public void lockInterruptibly() throws InterruptedException {
		this.view.lockInterruptibly();
	}

	@Override
	public boolean tryLock() {
		return this.view.tryLock();
	}

	@Override
	public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
		return this.view.tryLock(time, unit);
	}

	@Override
	public boolean tryLock(Duration waitTime, Duration ttl) throws InterruptedException {
		return withLease(ttl).tryLock(TimeUnit.NANOSECONDS.convert(waitTime), TimeUnit.NANOSECONDS);
	}

	@Override
	public void unlock() {
		this.view.unlock();
	}

	@Override
	public Condition newCondition() {
		return this.view.newCondition();
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof RegistryLock lock && this.locks == lock.locks && this.key.equals(lock.key);
	}

	@Override
	public int hashCode() {
		return this.key.hashCode();
	}

	@Override
	public String toString() {
		return this.view.toString();
	}

}
