package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LeaseMode;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.UnavailablePolicy;
import io.github.lockstarter.WaitingStrategy;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * Properties of one lock.
 */
class NamedLockProperties {

	/**
	 * How long a call waits for this lock.
	 */
	private @Nullable Duration waitTime;

	/**
	 * How long Redis keeps this lock when its holder has gone silent.
	 */
	private @Nullable Duration leaseTime;

	/**
	 * Whether the lease is renewed while this lock is held.
	 */
	private @Nullable Boolean autoRenew;

	/**
	 * What an annotated method does that did not obtain this lock in time.
	 */
	private @Nullable LockFailStrategy failStrategy;

	/**
	 * What an annotated method does when Redis is unavailable.
	 */
	private @Nullable UnavailablePolicy onUnavailable;

	/**
	 * How many threads of one JVM may wait for one key of this lock.
	 */
	private @Nullable Integer maxWaiters;

	/**
	 * How long this lock may be held at the most.
	 */
	private @Nullable Duration maxHold;

	/**
	 * What happens to a running method when this lock is lost.
	 */
	private @Nullable LossPolicy onLoss;

	/**
	 * How long this lock is kept at least, even if it is released before.
	 */
	private @Nullable Duration holdAtLeast;

	/**
	 * How a waiter learns that it may have this lock.
	 */
	private @Nullable WaitingStrategy waiting;

	/**
	 * After how long a thread that holds or waits for this lock is reported at WARN.
	 */
	private @Nullable Duration warnAfter;

	/**
	 * How the lease of this lock is chosen.
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

	public @Nullable Boolean getAutoRenew() {
		return this.autoRenew;
	}

	public void setAutoRenew(@Nullable Boolean autoRenew) {
		this.autoRenew = autoRenew;
	}

	public @Nullable LockFailStrategy getFailStrategy() {
		return this.failStrategy;
	}

	public void setFailStrategy(@Nullable LockFailStrategy failStrategy) {
		this.failStrategy = failStrategy;
	}

	public @Nullable UnavailablePolicy getOnUnavailable() {
		return this.onUnavailable;
	}

	public void setOnUnavailable(@Nullable UnavailablePolicy onUnavailable) {
		this.onUnavailable = onUnavailable;
	}

	public @Nullable Integer getMaxWaiters() {
		return this.maxWaiters;
	}

	public void setMaxWaiters(@Nullable Integer maxWaiters) {
		this.maxWaiters = maxWaiters;
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

	public @Nullable Duration getHoldAtLeast() {
		return this.holdAtLeast;
	}

	public void setHoldAtLeast(@Nullable Duration holdAtLeast) {
		this.holdAtLeast = holdAtLeast;
	}

	public @Nullable WaitingStrategy getWaiting() {
		return this.waiting;
	}

	public void setWaiting(@Nullable WaitingStrategy waiting) {
		this.waiting = waiting;
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

}
