package io.github.lockstarter.faults.workload;

import java.time.Duration;
import java.util.Optional;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;

/**
 * The lock of this project, shared by readers or by those who use permits.
 *
 * @param capacity how many permits there are; any number for readers
 * @param alone whether those get it alone that want it so
 */
record SharedLock(LockClient client, int capacity, boolean alone) implements TestedLock {

	@Override
	public Optional<LockHandle> tryAcquire(String key, Duration waitTime) {
		return (this.alone ? this.client.lock(key) : spec(key, 1)).tryAcquire(waitTime);
	}

	@Override
	public Optional<LockHandle> tryShare(String key, int permits, Duration waitTime) {
		return spec(key, permits).tryAcquire(waitTime);
	}

	private LockSpec spec(String key, int permits) {
		LockSpec spec = this.client.lock(key);
		return (this.capacity == Integer.MAX_VALUE) ? spec.read() : spec.permits(permits, this.capacity);
	}

}
