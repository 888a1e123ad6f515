package io.github.lockstarter;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import io.github.lockstarter.DistributedLock.LockFailStrategy;

/**
 * The settings of all locks: global defaults, and those of single locks by their name.
 * Immutable.
 *
 * @param defaults what applies where nothing else is set
 * @param locks what is set for single locks, by name
 */
public record LockSettings(LockOptions defaults, Map<String, LockOptions> locks) {

	/**
	 * Wait 10 s, lease 30 s, renewal on, EXCEPTION; any number of waiters, hold as long
	 * as it takes, and only report a loss.
	 */
	public static final LockOptions BUILT_IN = new LockOptions(Duration.ofSeconds(10), Duration.ofSeconds(30), true,
			LockFailStrategy.EXCEPTION, Integer.MAX_VALUE, LockOptions.LONGEST, LossPolicy.REPORT);

	/**
	 * Complete {@code defaults} with {@link #BUILT_IN}.
	 */
	public LockSettings {
		defaults = defaults.over(BUILT_IN);
		locks = Map.copyOf(locks);
	}

	/**
	 * What applies to a lock: the settings for its name beat what is written in the code,
	 * which beats the defaults.
	 * @param name the name of the lock
	 * @param written what is written in the code
	 * @return the complete options
	 */
	public Resolved resolve(String name, LockOptions written) {
		LockOptions options = this.locks.getOrDefault(name, LockOptions.NONE).over(written).over(this.defaults);
		return new Resolved(Objects.requireNonNull(options.waitTime()), Objects.requireNonNull(options.leaseTime()),
				Objects.requireNonNull(options.autoRenew()), Objects.requireNonNull(options.failStrategy()),
				Objects.requireNonNull(options.maxWaiters()), Objects.requireNonNull(options.maxHold()),
				Objects.requireNonNull(options.onLoss()));
	}

	/**
	 * {@link LockOptions} of which each is set.
	 *
	 * @param waitTime how long to wait for the lock
	 * @param leaseTime how long the store keeps the lock of a silent holder
	 * @param autoRenew whether the lease is renewed
	 * @param failStrategy what an annotated method does without the lock
	 * @param maxWaiters how many threads of this JVM may wait for one key
	 * @param maxHold how long the lock may be held
	 * @param onLoss what happens to the guarded body when the lock is lost
	 */
	public record Resolved(Duration waitTime, Duration leaseTime, boolean autoRenew, LockFailStrategy failStrategy,
			int maxWaiters, Duration maxHold, LossPolicy onLoss) {
	}

}
