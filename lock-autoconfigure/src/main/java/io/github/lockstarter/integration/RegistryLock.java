package io.github.lockstarter.integration;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;

import org.springframework.integration.support.locks.DistributedLock;

/**
 * A view of one lock, which counts the entries of threads beside the client.
 */
final class RegistryLock implements DistributedLock {

	private final DistributedLockRegistry registry;

	private final String key;

	private final Lock view;

	private final ThreadEntries entries;

	RegistryLock(DistributedLockRegistry registry, String key, Lock view, ThreadEntries entries) {
		this.registry = registry;
		this.key = key;
		this.view = view;
		this.entries = entries;
	}

	private Lock withLease(Duration ttl) {
		return this.registry.lock(this.key).leaseTime(ttl).asLock();
	}

	@Override
	public void lock() {
		this.view.lock();
		this.entries.add(this.key);
	}

	@Override
	public void lock(Duration ttl) {
		withLease(ttl).lock();
		this.entries.add(this.key);
	}

	@Override
	public void lockInterruptibly() throws InterruptedException {
		this.view.lockInterruptibly();
		this.entries.add(this.key);
	}

	@Override
	public boolean tryLock() {
		return entered(this.view.tryLock());
	}

	@Override
	public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
		return entered(this.view.tryLock(time, unit));
	}

	@Override
	public boolean tryLock(Duration waitTime, Duration ttl) throws InterruptedException {
		return entered(withLease(ttl).tryLock(TimeUnit.NANOSECONDS.convert(waitTime), TimeUnit.NANOSECONDS));
	}

	private boolean entered(boolean locked) {
		if (locked) {
			this.entries.add(this.key);
		}
		return locked;
	}

	@Override
	public void unlock() {
		this.entries.remove(this.key);
		this.view.unlock();
	}

	@Override
	public Condition newCondition() {
		return this.view.newCondition();
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof RegistryLock lock && this.registry == lock.registry && this.key.equals(lock.key);
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
