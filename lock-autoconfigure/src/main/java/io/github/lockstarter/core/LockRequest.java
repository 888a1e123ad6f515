package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
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

	/** The same for any number of waiters and attempts, as a lock of the JDK has them. */
	LockRequest unbounded() {
		LockOptions unbounded = this.options.own().with(LockOption.MAX_WAITERS, Integer.MAX_VALUE);
		BackOff backOff = backOff();
		if (backOff != null) {
			unbounded = unbounded.with(LockOption.BACK_OFF, backOff.withMaxAttempts(Integer.MAX_VALUE));
		}
		return new LockRequest(this.call, new LockSettings.Resolved(unbounded, this.options.defaults()),
				this.chosenLease);
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
		return this.options.get(LockOption.WAIT_TIME);
	}

	/**
	 * The lease to ask for: so long that a holder that dies keeps it as long as it is to
	 * be held at least, but never longer than it may be held.
	 */
	Duration leaseTime() {
		Duration lease = Lease.longer(this.chosenLease, holdAtLeast());
		return (lease.compareTo(maxHold()) < 0) ? lease : maxHold();
	}

	boolean autoRenew() {
		return this.options.get(LockOption.AUTO_RENEW);
	}

	Duration maxHold() {
		return this.options.get(LockOption.MAX_HOLD);
	}

	Duration holdAtLeast() {
		return this.options.get(LockOption.HOLD_AT_LEAST);
	}

	@Nullable BackOff backOff() {
		return this.options.backOff();
	}

	@Nullable Duration warnAfter() {
		Duration warnAfter = this.options.get(LockOption.WARN_AFTER);
		return warnAfter.equals(LockOption.LONGEST) ? null : warnAfter;
	}

	int maxWaiters() {
		return this.options.get(LockOption.MAX_WAITERS);
	}

	LossPolicy onLoss() {
		return this.options.get(LockOption.ON_LOSS);
	}

}
