package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import io.github.lockstarter.LeaseMode;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.UnavailablePolicy;
import io.github.lockstarter.WaitStrategy;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * Properties that can be set for all locks as well as for one.
 */
abstract class LockOptionProperties {

	/**
	 * Longest time that a call waits for a lock, the network included; 0 does not wait.
	 * From 0 to ten years, which means no limit.
	 */
	private @Nullable Duration waitTime;

	/**
	 * Time for which Redis keeps a lock whose holder has gone silent. From 100ms to ten
	 * years.
	 */
	private @Nullable Duration leaseTime;

	/**
	 * Number of threads of one JVM that may wait for one key at a time; further ones are
	 * refused at once, so that a lock that is held for long does not block a whole pool
	 * of request threads. At least 1; by default any number.
	 */
	private @Nullable Integer maxWaiters;

	/**
	 * Number of keys that one call may lock; with more it fails before it locks any. At
	 * least 1.
	 */
	private @Nullable Integer maxKeys;

	/**
	 * Longest time for which a lock may be held: it is not renewed beyond that time, and
	 * is lost then. From 100ms to ten years; by default as long as the work takes.
	 */
	private @Nullable Duration maxHold;

	/**
	 * Policy for a running method whose lock is lost. By default the loss is reported.
	 */
	private @Nullable LossPolicy onLoss;

	/**
	 * Policy of an annotated method when Redis is unavailable. By default it fails,
	 * whatever its fail strategy.
	 */
	private @Nullable UnavailablePolicy onUnavailable;

	/**
	 * Way in which a waiter learns that it may take the lock. By default it is notified.
	 */
	private @Nullable WaitStrategy waitStrategy;

	/**
	 * Time after which a thread that holds or waits for a lock is reported at WARN, with
	 * the holder and the stack of its thread. By default never.
	 */
	private @Nullable Duration warnAfter;

	/**
	 * Way in which leases are chosen. By default they are fixed.
	 */
	private @Nullable LeaseMode leaseMode;

	@NestedConfigurationProperty
	private final BackOffProperties backOff = new BackOffProperties();

	@NestedConfigurationProperty
	private final AdaptiveLeaseProperties adaptiveLease = new AdaptiveLeaseProperties();

	public @Nullable Duration getWaitTime() {
		return this.waitTime;
	}

	public void setWaitTime(@Nullable Duration waitTime) {
		this.waitTime = waitTime;
	}

	public @Nullable Duration getLeaseTime() {
		return this.leaseTime;
	}

	public void setLeaseTime(@Nullable Duration leaseTime) {
		this.leaseTime = leaseTime;
	}

	public @Nullable Integer getMaxWaiters() {
		return this.maxWaiters;
	}

	public void setMaxWaiters(@Nullable Integer maxWaiters) {
		this.maxWaiters = maxWaiters;
	}

	public @Nullable Integer getMaxKeys() {
		return this.maxKeys;
	}

	public void setMaxKeys(@Nullable Integer maxKeys) {
		this.maxKeys = maxKeys;
	}

	public @Nullable Duration getMaxHold() {
		return this.maxHold;
	}

	public void setMaxHold(@Nullable Duration maxHold) {
		this.maxHold = maxHold;
	}

	public @Nullable LossPolicy getOnLoss() {
		return this.onLoss;
	}

	public void setOnLoss(@Nullable LossPolicy onLoss) {
		this.onLoss = onLoss;
	}

	public @Nullable UnavailablePolicy getOnUnavailable() {
		return this.onUnavailable;
	}

	public void setOnUnavailable(@Nullable UnavailablePolicy onUnavailable) {
		this.onUnavailable = onUnavailable;
	}

	public @Nullable WaitStrategy getWaitStrategy() {
		return this.waitStrategy;
	}

	public void setWaitStrategy(@Nullable WaitStrategy waitStrategy) {
		this.waitStrategy = waitStrategy;
	}

	public @Nullable Duration getWarnAfter() {
		return this.warnAfter;
	}

	public void setWarnAfter(@Nullable Duration warnAfter) {
		this.warnAfter = warnAfter;
	}

	public @Nullable LeaseMode getLeaseMode() {
		return this.leaseMode;
	}

	public void setLeaseMode(@Nullable LeaseMode leaseMode) {
		this.leaseMode = leaseMode;
	}

	public BackOffProperties getBackOff() {
		return this.backOff;
	}

	public AdaptiveLeaseProperties getAdaptiveLease() {
		return this.adaptiveLease;
	}

	/**
	 * The options that these properties set.
	 * @param prefix the beginning of the properties' names
	 * @param lower the properties from which a group takes what it does not set
	 */
	CheckedOptions options(String prefix, LockOptions lower) {
		return new CheckedOptions(prefix).set(LockOption.WAIT_TIME, this.waitTime)
			.set(LockOption.LEASE_TIME, this.leaseTime)
			.set(LockOption.MAX_WAITERS, this.maxWaiters)
			.set(LockOption.MAX_KEYS, this.maxKeys)
			.set(LockOption.MAX_HOLD, this.maxHold)
			.set(LockOption.ON_LOSS, this.onLoss)
			.set(LockOption.ON_UNAVAILABLE, this.onUnavailable)
			.set(LockOption.WAIT_STRATEGY, this.waitStrategy)
			.set(LockOption.WARN_AFTER, this.warnAfter)
			.set(LockOption.LEASE_MODE, this.leaseMode)
			.set(LockOption.BACK_OFF, this.backOff.over(lower.getOrBuiltIn(LockOption.BACK_OFF), prefix))
			.set(LockOption.ADAPTIVE_LEASE,
					this.adaptiveLease.over(lower.getOrBuiltIn(LockOption.ADAPTIVE_LEASE), prefix));
	}

}
