package io.github.lockstarter;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

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
		return new Resolved(this.locks.getOrDefault(name, LockOptions.NONE).over(written), this.defaults);
	}

	/**
	 * {@link LockOptions} of which each is set, but for {@link LockOptions#warnAfter()}.
	 *
	 * @param own what is set for this lock
	 * @param defaults what applies where that is not set
	 */
	public record Resolved(LockOptions own, LockOptions defaults) {

		/**
		 * How long to wait for the lock.
		 * @return the wait time
		 */
		public Duration waitTime() {
			return Objects.requireNonNull(get(LockOptions::waitTime));
		}

		/**
		 * How long the store keeps the lock of a silent holder.
		 * @return the lease time
		 */
		public Duration leaseTime() {
			return Objects.requireNonNull(get(LockOptions::leaseTime));
		}

		/**
		 * Whether the lease is renewed.
		 * @return whether to renew
		 */
		public boolean autoRenew() {
			return Objects.requireNonNull(get(LockOptions::autoRenew));
		}

		/**
		 * What an annotated method does without the lock.
		 * @return the strategy
		 */
		public LockFailStrategy failStrategy() {
			return Objects.requireNonNull(get(LockOptions::failStrategy));
		}

		/**
		 * How many threads of this JVM may wait for one key.
		 * @return the number
		 */
		public int maxWaiters() {
			return Objects.requireNonNull(get(LockOptions::maxWaiters));
		}

		/**
		 * How long the lock may be held.
		 * @return the maximum hold time
		 */
		public Duration maxHold() {
			return Objects.requireNonNull(get(LockOptions::maxHold));
		}

		/**
		 * What happens to the guarded body when the lock is lost.
		 * @return the policy
		 */
		public LossPolicy onLoss() {
			return Objects.requireNonNull(get(LockOptions::onLoss));
		}

		/**
		 * What an annotated method does when the store is unavailable.
		 * @return the policy
		 */
		public UnavailablePolicy onUnavailable() {
			return Objects.requireNonNull(get(LockOptions::onUnavailable));
		}

		/**
		 * The pauses between attempts.
		 * @return the back-off; {@code null} to be notified instead
		 */
		public @Nullable BackOff backOff() {
			return (get(LockOptions::waiting) == WaitingStrategy.BACK_OFF) ? get(LockOptions::backOff) : null;
		}

		/**
		 * After how long who holds or waits is reported.
		 * @return the time; {@code null} for never
		 */
		public @Nullable Duration warnAfter() {
			return get(LockOptions::warnAfter);
		}

		/**
		 * How long the lock is kept at least.
		 * @return the time; zero for no longer than it is held
		 */
		public Duration holdAtLeast() {
			return Objects.requireNonNull(get(LockOptions::holdAtLeast));
		}

		/**
		 * The bounds of a lease that follows the hold times.
		 * @return the bounds; {@code null} if the lease is fixed
		 */
		public @Nullable AdaptiveLease adaptiveLease() {
			return (get(LockOptions::leaseMode) == LeaseMode.ADAPTIVE) ? get(LockOptions::adaptiveLease) : null;
		}

		private <T> @Nullable T get(Function<LockOptions, @Nullable T> option) {
			T set = option.apply(this.own);
			return (set != null) ? set : option.apply(this.defaults);
		}

	}

}
