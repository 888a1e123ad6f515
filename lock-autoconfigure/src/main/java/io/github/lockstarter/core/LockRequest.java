package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LossPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for.
 *
 * @param call which lock
 * @param options how to take it
 * @param chosenLease the lease that was chosen from the options
 */
record LockRequest(LockCall call, LockSettings.Resolved options, Duration chosenLease) {

	/** The same for any number of waiters, as a lock of the JDK has them. */
	LockRequest unbounded() {
		return new LockRequest(this.call, this.options.withMaxWaiters(Integer.MAX_VALUE), this.chosenLease);
	}

	String name() {
		return this.call.name();
	}

	List<String> keys() {
		return this.call.keys();
	}

	String lock() {
		return String.join(", ", keys());
	}

	Duration waitTime() {
		return this.options.waitTime();
	}

	/**
	 * The lease to ask for: not longer than the lock may be held, but so long that a
	 * holder that dies keeps it as long as it is to be held at least.
	 */
	Duration leaseTime() {
		Duration lease = (this.chosenLease.compareTo(maxHold()) < 0) ? this.chosenLease : maxHold();
		return Lease.longer(lease, holdAtLeast());
	}

	boolean autoRenew() {
		return this.options.autoRenew();
	}

	Duration maxHold() {
		return this.options.maxHold();
	}

	Duration holdAtLeast() {
		return this.options.holdAtLeast();
	}

	@Nullable BackOff backOff() {
		return this.options.backOff();
	}

	@Nullable Duration warnAfter() {
		return this.options.warnAfter();
	}

	int maxWaiters() {
		return this.options.maxWaiters();
	}

	LossPolicy onLoss() {
		return this.options.onLoss();
	}

}
