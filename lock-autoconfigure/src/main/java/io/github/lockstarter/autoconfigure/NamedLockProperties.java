package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import org.jspecify.annotations.Nullable;

/**
 * Properties of one lock.
 */
class NamedLockProperties extends LockOptionProperties {

	/**
	 * Name of the store that keeps this lock, if not that of all others.
	 */
	private LockProperties.@Nullable Store store;

	/**
	 * Whether the lease is renewed while this lock is held.
	 */
	private @Nullable Boolean autoRenew;

	/**
	 * Whether callers get this lock in the order in which they came, over all threads of
	 * all JVMs.
	 */
	private @Nullable Boolean fair;

	/**
	 * Whether a thread that holds this lock already enters it again, instead of being
	 * refused at once.
	 */
	private @Nullable Boolean reentrant;

	/**
	 * Strategy of an annotated method that did not obtain this lock in time.
	 */
	private @Nullable LockFailStrategy failStrategy;

	/**
	 * Shortest time for which this lock is kept, even if it is released earlier.
	 */
	private @Nullable Duration minHold;

	/**
	 * Number of permits that a holder of this lock uses, if it is a semaphore. At least
	 * 1, and at most its capacity; by default 1.
	 */
	private @Nullable Integer permits;

	/**
	 * Number of permits of this lock that may be in use at a time, if it is a semaphore.
	 * At least 1.
	 */
	private @Nullable Integer capacity;

	public LockProperties.@Nullable Store getStore() {
		return this.store;
	}

	public void setStore(LockProperties.@Nullable Store store) {
		this.store = store;
	}

	public @Nullable Boolean getAutoRenew() {
		return this.autoRenew;
	}

	public void setAutoRenew(@Nullable Boolean autoRenew) {
		this.autoRenew = autoRenew;
	}

	public @Nullable Boolean getFair() {
		return this.fair;
	}

	public void setFair(@Nullable Boolean fair) {
		this.fair = fair;
	}

	public @Nullable Boolean getReentrant() {
		return this.reentrant;
	}

	public void setReentrant(@Nullable Boolean reentrant) {
		this.reentrant = reentrant;
	}

	public @Nullable LockFailStrategy getFailStrategy() {
		return this.failStrategy;
	}

	public void setFailStrategy(@Nullable LockFailStrategy failStrategy) {
		this.failStrategy = failStrategy;
	}

	public @Nullable Duration getMinHold() {
		return this.minHold;
	}

	public void setMinHold(@Nullable Duration minHold) {
		this.minHold = minHold;
	}

	public @Nullable Integer getPermits() {
		return this.permits;
	}

	public void setPermits(@Nullable Integer permits) {
		this.permits = permits;
	}

	public @Nullable Integer getCapacity() {
		return this.capacity;
	}

	public void setCapacity(@Nullable Integer capacity) {
		this.capacity = capacity;
	}

	@Override
	CheckedOptions options(String prefix, LockOptions lower) {
		return super.options(prefix, lower).set(LockOption.AUTO_RENEW, this.autoRenew)
			.set(LockOption.FAIR, this.fair)
			.set(LockOption.REENTRANT, this.reentrant)
			.set(LockOption.FAIL_STRATEGY, this.failStrategy)
			.set(LockOption.MIN_HOLD, this.minHold)
			.set(LockOption.PERMITS, this.permits)
			.set(LockOption.CAPACITY, this.capacity);
	}

}
