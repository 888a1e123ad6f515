package io.github.lockstarter;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

import io.github.lockstarter.DistributedLock.LockFailStrategy;
import org.jspecify.annotations.Nullable;

/**
 * What may be set for a lock; {@code null} means not set here. Immutable: each
 * {@code with} method gives other options, and refuses a value that can't work with an
 * {@link IllegalArgumentException} whose message says what to do.
 */
public final class LockOptions {

	/**
	 * Nothing set.
	 */
	public static final LockOptions NONE = new LockOptions(new EnumMap<>(Option.class));

	private final Map<Option, Object> values;

	private LockOptions(Map<Option, Object> values) {
		this.values = values;
	}

	/**
	 * These options, and where one is not set, that of {@code lower}.
	 * @param lower the options with less precedence
	 * @return the merged options
	 */
	public LockOptions over(LockOptions lower) {
		if (this.values.isEmpty() || lower.values.isEmpty()) {
			return this.values.isEmpty() ? lower : this;
		}
		Map<Option, Object> merged = new EnumMap<>(lower.values);
		merged.putAll(this.values);
		return new LockOptions(merged);
	}

	/**
	 * How long to wait for the lock at the most, the network included; zero does not
	 * wait.
	 * @return the wait time, if set
	 */
	public @Nullable Duration waitTime() {
		return (Duration) this.values.get(Option.WAIT_TIME);
	}

	/**
	 * These options, with another {@link #waitTime()}.
	 * @param waitTime from zero to ten years; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withWaitTime(@Nullable Duration waitTime) {
		return with(Option.WAIT_TIME, (waitTime != null) ? LockLimits.checkWaitTime(waitTime) : null);
	}

	/**
	 * How long the store keeps the lock of a holder that has gone silent.
	 * @return the lease time, if set
	 */
	public @Nullable Duration leaseTime() {
		return (Duration) this.values.get(Option.LEASE_TIME);
	}

	/**
	 * These options, with another {@link #leaseTime()}.
	 * @param leaseTime from 100 ms to ten years; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withLeaseTime(@Nullable Duration leaseTime) {
		return with(Option.LEASE_TIME, (leaseTime != null) ? LockLimits.checkLeaseTime(leaseTime) : null);
	}

	/**
	 * Whether the lease is renewed while the lock is held.
	 * @return whether to renew, if set
	 */
	public @Nullable Boolean autoRenew() {
		return (Boolean) this.values.get(Option.AUTO_RENEW);
	}

	/**
	 * These options, with another {@link #autoRenew()}.
	 * @param autoRenew whether to renew; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withAutoRenew(@Nullable Boolean autoRenew) {
		return with(Option.AUTO_RENEW, autoRenew);
	}

	/**
	 * What an annotated method does that did not obtain the lock in time.
	 * @return the strategy, if set
	 */
	public @Nullable LockFailStrategy failStrategy() {
		return (LockFailStrategy) this.values.get(Option.FAIL_STRATEGY);
	}

	/**
	 * These options, with another {@link #failStrategy()}.
	 * @param failStrategy the strategy; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withFailStrategy(@Nullable LockFailStrategy failStrategy) {
		return with(Option.FAIL_STRATEGY, failStrategy);
	}

	/**
	 * How many threads of this JVM may wait for one key at a time; further ones are
	 * refused at once.
	 * @return the number, if set
	 */
	public @Nullable Integer maxWaiters() {
		return (Integer) this.values.get(Option.MAX_WAITERS);
	}

	/**
	 * These options, with another {@link #maxWaiters()}.
	 * @param maxWaiters at least 1; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withMaxWaiters(@Nullable Integer maxWaiters) {
		return with(Option.MAX_WAITERS, (maxWaiters != null) ? LockLimits.checkMaxWaiters(maxWaiters) : null);
	}

	/**
	 * How long the lock may be held at the most, from the moment it was acquired: it is
	 * not renewed beyond, and lost then.
	 * @return the maximum hold time, if set
	 */
	public @Nullable Duration maxHold() {
		return (Duration) this.values.get(Option.MAX_HOLD);
	}

	/**
	 * These options, with another {@link #maxHold()}.
	 * @param maxHold from 100 ms to ten years; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withMaxHold(@Nullable Duration maxHold) {
		return with(Option.MAX_HOLD, (maxHold != null) ? LockLimits.checkMaxHold(maxHold) : null);
	}

	/**
	 * What happens to the guarded body when the lock is lost.
	 * @return the policy, if set
	 */
	public @Nullable LossPolicy onLoss() {
		return (LossPolicy) this.values.get(Option.ON_LOSS);
	}

	/**
	 * These options, with another {@link #onLoss()}.
	 * @param onLoss the policy; {@code null} and {@code DEFAULT} for not set
	 * @return the options
	 */
	public LockOptions withOnLoss(@Nullable LossPolicy onLoss) {
		return with(Option.ON_LOSS, (onLoss != LossPolicy.DEFAULT) ? onLoss : null);
	}

	/**
	 * What an annotated method does when the store is unavailable.
	 * @return the policy, if set
	 */
	public @Nullable UnavailablePolicy onUnavailable() {
		return (UnavailablePolicy) this.values.get(Option.ON_UNAVAILABLE);
	}

	/**
	 * These options, with another {@link #onUnavailable()}.
	 * @param onUnavailable the policy; {@code null} and {@code DEFAULT} for not set
	 * @return the options
	 */
	public LockOptions withOnUnavailable(@Nullable UnavailablePolicy onUnavailable) {
		return with(Option.ON_UNAVAILABLE, (onUnavailable != UnavailablePolicy.DEFAULT) ? onUnavailable : null);
	}

	/**
	 * How a waiter learns that it may have the lock.
	 * @return the strategy, if set
	 */
	public @Nullable WaitingStrategy waiting() {
		return (WaitingStrategy) this.values.get(Option.WAITING);
	}

	/**
	 * These options, with another {@link #waiting()}.
	 * @param waiting the strategy; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withWaiting(@Nullable WaitingStrategy waiting) {
		return with(Option.WAITING, waiting);
	}

	/**
	 * The pauses of {@link WaitingStrategy#BACK_OFF}.
	 * @return the back-off, if set
	 */
	public @Nullable BackOff backOff() {
		return (BackOff) this.values.get(Option.BACK_OFF);
	}

	/**
	 * These options, with another {@link #backOff()}.
	 * @param backOff the back-off; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withBackOff(@Nullable BackOff backOff) {
		return with(Option.BACK_OFF, backOff);
	}

	/**
	 * After how long a thread that holds or waits for the lock is reported.
	 * @return the time, if set
	 */
	public @Nullable Duration warnAfter() {
		return (Duration) this.values.get(Option.WARN_AFTER);
	}

	/**
	 * These options, with another {@link #warnAfter()}.
	 * @param warnAfter more than zero, up to ten years; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withWarnAfter(@Nullable Duration warnAfter) {
		return with(Option.WARN_AFTER, (warnAfter != null) ? LockLimits.checkWarnAfter(warnAfter) : null);
	}

	/**
	 * How long the lock is kept at least, from the moment it was acquired, even if it is
	 * released before.
	 * @return the time, if set
	 */
	public @Nullable Duration holdAtLeast() {
		return (Duration) this.values.get(Option.HOLD_AT_LEAST);
	}

	/**
	 * These options, with another {@link #holdAtLeast()}.
	 * @param holdAtLeast from zero to ten years; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withHoldAtLeast(@Nullable Duration holdAtLeast) {
		return with(Option.HOLD_AT_LEAST, (holdAtLeast != null) ? LockLimits.checkHoldAtLeast(holdAtLeast) : null);
	}

	/**
	 * How the lease is chosen.
	 * @return the mode, if set
	 */
	public @Nullable LeaseMode leaseMode() {
		return (LeaseMode) this.values.get(Option.LEASE_MODE);
	}

	/**
	 * These options, with another {@link #leaseMode()}.
	 * @param leaseMode the mode; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withLeaseMode(@Nullable LeaseMode leaseMode) {
		return with(Option.LEASE_MODE, leaseMode);
	}

	/**
	 * The bounds of {@link LeaseMode#ADAPTIVE}.
	 * @return the bounds, if set
	 */
	public @Nullable AdaptiveLease adaptiveLease() {
		return (AdaptiveLease) this.values.get(Option.ADAPTIVE_LEASE);
	}

	/**
	 * These options, with another {@link #adaptiveLease()}.
	 * @param adaptiveLease the bounds; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withAdaptiveLease(@Nullable AdaptiveLease adaptiveLease) {
		return with(Option.ADAPTIVE_LEASE, adaptiveLease);
	}

	private LockOptions with(Option option, @Nullable Object value) {
		Map<Option, Object> changed = new EnumMap<>(this.values);
		if (value != null) {
			changed.put(option, value);
		}
		else {
			changed.remove(option);
		}
		return new LockOptions(changed);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof LockOptions options && this.values.equals(options.values);
	}

	@Override
	public int hashCode() {
		return Objects.hashCode(this.values);
	}

	@Override
	public String toString() {
		return "LockOptions" + this.values;
	}

	private enum Option {

		WAIT_TIME, LEASE_TIME, AUTO_RENEW, FAIL_STRATEGY, MAX_WAITERS, MAX_HOLD, ON_LOSS, ON_UNAVAILABLE, WAITING,
		BACK_OFF, WARN_AFTER, HOLD_AT_LEAST, LEASE_MODE, ADAPTIVE_LEASE

	}

}
