package io.github.lockstarter.integration;

import java.time.Duration;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockKeyException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LockUnavailableException;

import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/**
 * The locks of a {@link LockClient} for components of Spring Integration. Thread-safe.
 *
 * <pre class="code">
 * &#64;Bean
 * LockRegistryLeaderInitiator leaderInitiator(LockRegistry&lt;?&gt; locks) {
 *     return new LockRegistryLeaderInitiator(locks, new DefaultCandidate("node-1", "orders"));
 * }
 * </pre>
 *
 * <p>
 * A lock from {@link #obtain} is a view like that of {@link LockSpec#asLock()}, without a
 * state of its own: all views of one key, and all other ways in which a client takes it,
 * are the same lock, which threads own and enter again. Two views from one registry are
 * equal if they have the same key.
 *
 * <p>
 * Leases are renewed as long as a lock is held, without the scheduler of
 * {@link #setRenewalTaskScheduler}, which is ignored. A time to live therefore does not
 * limit the work. It is the lease time, at least 100 ms: the time for which the store
 * keeps the lock of a holder that has gone silent. A lease time in the settings of the
 * name beats it.
 */
public final class DistributedLockRegistry
		implements RenewableLockRegistry<DistributedLock>, ExpirableLockRegistry<DistributedLock> {

	private final RegisteredLocks locks;

	/**
	 * Create a registry.
	 * @param client takes the locks
	 * @param settings the settings of that client
	 * @param name the name under which settings and metrics know the locks of this
	 * registry
	 */
	public DistributedLockRegistry(LockClient client, LockSettings settings, String name) {
		this.locks = new RegisteredLocks(client, settings, name);
	}

	/**
	 * The lock with this key.
	 * @param lockKey a text, or an object with a text of its own, such as a number or a
	 * UUID; an enum constant counts as its name
	 * @return a view, which takes no lock yet
	 * @throws LockKeyException if the key is null, blank or too long, or has no text that
	 * is the same in all JVMs
	 */
	@Override
	public DistributedLock obtain(Object lockKey) {
		return new RegistryLock(this.locks, KeyText.of(lockKey));
	}

	/**
	 * Let the lock last for its lease time from now, as
	 * {@link #renewLock(Object, Duration)} does.
	 * @param lockKey the key of a lock that the current thread holds
	 * @throws IllegalMonitorStateException if that thread does not hold it
	 * @throws LockLostException if the lock was lost
	 * @throws LockUnavailableException if the store did not answer; the lock stays as it
	 * was
	 */
	@Override
	public void renewLock(Object lockKey) {
		this.locks.renew(lockKey);
	}

	/**
	 * Let the lock last for {@code ttl} from now, if it does not last longer already.
	 * Later renewals never shorten it. Waits for the store's answer for at most two
	 * seconds or as long as the lock is valid.
	 * @param lockKey the key of a lock that the current thread holds
	 * @param ttl at least 100 ms, at most ten years
	 * @throws IllegalArgumentException if {@code ttl} is shorter or longer
	 * @throws IllegalMonitorStateException if that thread does not hold it
	 * @throws LockLostException if the lock was lost
	 * @throws LockUnavailableException if the store did not answer; the lock stays as it
	 * was
	 */
	@Override
	public void renewLock(Object lockKey, Duration ttl) {
		this.locks.renew(lockKey, ttl);
	}

	/**
	 * Does nothing: this registry remembers no locks, so none has to be removed.
	 * @param age any number of milliseconds
	 */
	@Override
	public void expireUnusedOlderThan(long age) {
	}

	@Override
	public String toString() {
		return "DistributedLockRegistry" + this.locks;
	}

}
