package io.github.lockstarter.boot3.integration;

import java.util.concurrent.locks.Lock;

import io.github.lockstarter.integration.RegisteredLocks;

import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/**
 * The locks for components of Spring Integration 6. Its locks accept no time to live.
 * Thread-safe.
 */
public final class DistributedLockRegistry implements RenewableLockRegistry, ExpirableLockRegistry {

	private final RegisteredLocks locks;

	/**
	 * Create a registry.
	 * @param locks the locks
	 */
	public DistributedLockRegistry(RegisteredLocks locks) {
		this.locks = locks;
	}

	/**
	 * The lock with this key.
	 * @param lockKey a text, or an object with a text of its own, such as a number or a
	 * UUID; an enum constant counts as its name
	 * @return a view, which takes no lock yet
	 */
	@Override
	public Lock obtain(Object lockKey) {
		return this.locks.lock(lockKey).asLock();
	}

	/**
	 * Let the lock last for its lease time from now, if it does not last longer already.
	 * @param lockKey the key of a lock that the current thread holds
	 * @throws IllegalMonitorStateException if that thread does not hold it
	 */
	@Override
	public void renewLock(Object lockKey) {
		this.locks.renew(lockKey);
	}

	/**
	 * Does nothing: this registry remembers no locks, so none has to be removed.
	 * @param age any number of milliseconds
	 */
	@Override
	public void expireUnusedOlderThan(long age) {
		// none is remembered
	}

	@Override
	public String toString() {
		return "DistributedLockRegistry" + this.locks;
	}

}
