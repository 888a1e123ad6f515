package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LossPolicy;

/**
 * What is asked for.
 *
 * @param name the name of the lock; empty if it has none
 * @param keys the keys, sorted
 * @param options how to take it
 */
record LockRequest(String name, List<String> keys, LockSettings.Resolved options) {

	/** The same for any number of waiters, as a lock of the JDK has them. */
	LockRequest unbounded() {
		return new LockRequest(this.name, this.keys, new LockSettings.Resolved(
				this.options.options().withMaxWaiters(Integer.MAX_VALUE), this.options.ownLeaseTime()));
	}

	String lock() {
		return String.join(", ", this.keys);
	}

	Duration waitTime() {
		return this.options.waitTime();
	}

	/** The lease to ask for: never longer than the lock may be held. */
	Duration leaseTime() {
		Duration lease = this.options.leaseTime();
		return (lease.compareTo(maxHold()) < 0) ? lease : maxHold();
	}

	boolean autoRenew() {
		return this.options.autoRenew();
	}

	Duration maxHold() {
		return this.options.maxHold();
	}

	int maxWaiters() {
		return this.options.maxWaiters();
	}

	LossPolicy onLoss() {
		return this.options.onLoss();
	}

}
