package io.github.lockstarter.integration;

import java.time.Duration;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LogText;

/**
 * The locks of a registry, independent of the line of Spring Integration. Thread-safe.
 */
public final class RegisteredLocks {

	private final LockClient client;

	private final String name;

	private final Duration leaseTime;

	/**
	 * Create the locks.
	 * @param client takes the locks
	 * @param settings the settings of that client
	 * @param name the name under which settings and metrics know the locks
	 */
	public RegisteredLocks(LockClient client, LockSettings settings, String name) {
		this.client = client;
		this.name = name;
		this.leaseTime = settings.resolve(name, LockOptions.NONE).get(LockOption.LEASE_TIME);
	}

	/**
	 * The lock with this key, as {@link DistributedLockRegistry#obtain} takes it.
	 * @param lockKey its key
	 * @return the lock, which is not taken yet
	 */
	public LockSpec lock(Object lockKey) {
		return this.client.lock(KeyText.of(lockKey)).name(this.name);
	}

	/**
	 * Let a lock last for its lease time from now, as
	 * {@link DistributedLockRegistry#renewLock(Object)} does.
	 * @param lockKey the key of a lock that the current thread holds
	 */
	public void renew(Object lockKey) {
		renew(lockKey, this.leaseTime);
	}

	/**
	 * Let a lock last for {@code ttl} from now, as
	 * {@link DistributedLockRegistry#renewLock(Object, Duration)} does.
	 * @param lockKey the key of a lock that the current thread holds
	 * @param ttl at least 100 ms, at most ten years
	 */
	public void renew(Object lockKey, Duration ttl) {
		lock(lockKey).held().orElseThrow(() -> notHeld(KeyText.of(lockKey))).extend(ttl);
	}

	private static IllegalMonitorStateException notHeld(String key) {
		return new IllegalMonitorStateException("Lock '" + LogText.of(key) + "' is not held by thread '"
				+ Thread.currentThread().getName() + "'; renew it on the thread that has locked it.");
	}

	@Override
	public String toString() {
		return "[" + this.name + ", " + this.client + "]";
	}

}
