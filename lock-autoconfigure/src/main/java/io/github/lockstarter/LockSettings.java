package io.github.lockstarter;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import io.github.lockstarter.DistributedLock.LockFailStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The settings of all locks: global defaults, and those of single locks by their name.
 * Immutable.
 *
 * @param defaults what applies where nothing else is set
 * @param locks what is set for single locks, by name
 */
public record LockSettings(LockOptions defaults, Map<String, LockOptions> locks) {

	/**
	 * Wait 10 s, lease 30 s, renewal on, EXCEPTION; any number of waiters, that are
	 * notified; hold as long as it takes, and only report a loss; fail if the store is
	 * unavailable.
	 */
	public static final LockOptions BUILT_IN = LockOptions.NONE.withWaitTime(Duration.ofSeconds(10))
		.withLeaseTime(Duration.ofSeconds(30))
		.withAutoRenew(true)
		.withFailStrategy(LockFailStrategy.EXCEPTION)
		.withMaxWaiters(Integer.MAX_VALUE)
		.withMaxHold(LockLimits.LONGEST)
		.withOnLoss(LossPolicy.REPORT)
		.withOnUnavailable(UnavailablePolicy.FAIL)
		.withWaiting(WaitingStrategy.NOTIFICATION)
		.withBackOff(BackOff.DEFAULT)
		.withHoldAtLeast(Duration.ZERO)
		.withLeaseMode(LeaseMode.FIXED)
		.withAdaptiveLease(AdaptiveLease.DEFAULT);

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
		LockOptions own = this.locks.getOrDefault(name, LockOptions.NONE).over(written);
		return new Resolved(own.over(this.defaults), own.leaseTime());
	}

	/**
	 * {@link LockOptions} of which each is set, but for {@link LockOptions#warnAfter()}.
	 *
	 * @param options the options
	 * @param ownLeaseTime the lease time that is set for this lock, and not as a default
	 * of all; {@code null} if there is none
	 */
	public record Resolved(LockOptions options, @Nullable Duration ownLeaseTime) {

		/**
		 * How long to wait for the lock.
		 * @return the wait time
		 */
		public Duration waitTime() {
			return Objects.requireNonNull(this.options.waitTime());
		}

		/**
		 * How long the store keeps the lock of a silent holder.
		 * @return the lease time
		 */
		public Duration leaseTime() {
			return Objects.requireNonNull(this.options.leaseTime());
		}

		/**
		 * Whether the lease is renewed.
		 * @return whether to renew
		 */
		public boolean autoRenew() {
			return Objects.requireNonNull(this.options.autoRenew());
		}

		/**
		 * What an annotated method does without the lock.
		 * @return the strategy
		 */
		public LockFailStrategy failStrategy() {
			return Objects.requireNonNull(this.options.failStrategy());
		}

		/**
		 * How many threads of this JVM may wait for one key.
		 * @return the number
		 */
		public int maxWaiters() {
			return Objects.requireNonNull(this.options.maxWaiters());
		}

		/**
		 * How long the lock may be held.
		 * @return the maximum hold time
		 */
		public Duration maxHold() {
			return Objects.requireNonNull(this.options.maxHold());
		}

		/**
		 * What happens to the guarded body when the lock is lost.
		 * @return the policy
		 */
		public LossPolicy onLoss() {
			return Objects.requireNonNull(this.options.onLoss());
		}

		/**
		 * What an annotated method does when the store is unavailable.
		 * @return the policy
		 */
		public UnavailablePolicy onUnavailable() {
			return Objects.requireNonNull(this.options.onUnavailable());
		}

		/**
		 * The pauses between attempts.
		 * @return the back-off; {@code null} to be notified instead
		 */
		public @Nullable BackOff backOff() {
			return (this.options.waiting() == WaitingStrategy.BACK_OFF) ? this.options.backOff() : null;
		}

		/**
		 * After how long who holds or waits is reported.
		 * @return the time; {@code null} for never
		 */
		public @Nullable Duration warnAfter() {
			return this.options.warnAfter();
		}

		/**
		 * How long the lock is kept at least.
		 * @return the time; zero for no longer than it is held
		 */
		public Duration holdAtLeast() {
			return Objects.requireNonNull(this.options.holdAtLeast());
		}

		/**
		 * The bounds of a lease that follows the hold times.
		 * @return the bounds; {@code null} if the lease is fixed
		 */
		public @Nullable AdaptiveLease adaptiveLease() {
			return (this.options.leaseMode() == LeaseMode.ADAPTIVE) ? this.options.adaptiveLease() : null;
		}

	}

}
