package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * Request of one call. Looks up once what is needed again and again. Immutable.
 */
public final class LockRequest {

	/** So many are all named in a message. */
	private static final int FEW_KEYS = 5;

	private final LockCall call;

	private final LockSettings.Resolved options;

	private final Duration chosenLease;

	private final Duration leaseTime;

	private final Duration maxHold;

	private final Duration holdAtLeast;

	private final @Nullable Share share;

	/**
	 * Create a request.
	 * @param call which lock
	 * @param options how to take it
	 * @param chosenLease the lease that was chosen from the options
	 */
	public LockRequest(LockCall call, LockSettings.Resolved options, Duration chosenLease) {
		this.call = call;
		this.options = options;
		this.chosenLease = chosenLease;
		this.maxHold = options.get(LockOption.MAX_HOLD);
		this.holdAtLeast = options.get(LockOption.HOLD_AT_LEAST);
		this.share = share(options);
		this.leaseTime = lease(chosenLease, this.holdAtLeast, this.maxHold);
	}

	/**
	 * The lease to ask for: so long that a holder that dies keeps it as long as it is to
	 * be held at least, but never longer than it may be held.
	 * @param options how to take the lock
	 * @param chosen the lease that was chosen from the options
	 */
	public static Duration lease(LockSettings.Resolved options, Duration chosen) {
		return lease(chosen, options.get(LockOption.HOLD_AT_LEAST), options.get(LockOption.MAX_HOLD));
	}

	private static Duration lease(Duration chosen, Duration holdAtLeast, Duration maxHold) {
		return Lease.shorter(Lease.longer(chosen, holdAtLeast), maxHold);
	}

	private static @Nullable Share share(LockSettings.Resolved options) {
		return switch (options.get(LockOption.KIND)) {
			case MUTEX -> null;
			case READ -> Share.READER;
			case SEMAPHORE -> new Share(options.get(LockOption.PERMITS), options.get(LockOption.CAPACITY));
		};
	}

	/** What it wants to share; {@code null} if it wants the lock alone. */
	public @Nullable Share share() {
		return this.share;
	}

	/**
	 * How many permits it wants of a lock that is shared; 0 if it wants the lock alone.
	 */
	public int permits() {
		return (this.share != null) ? this.share.permits() : 0;
	}

	/** The same for any number of waiters and attempts, as a lock of the JDK has them. */
	public LockRequest unbounded() {
		LockOptions unbounded = this.options.own().with(LockOption.MAX_WAITERS, Integer.MAX_VALUE);
		BackOff backOff = backOff();
		if (backOff != null) {
			unbounded = unbounded.with(LockOption.BACK_OFF, backOff.withMaxAttempts(Integer.MAX_VALUE));
		}
		return new LockRequest(this.call, new LockSettings.Resolved(unbounded, this.options.defaults()),
				this.chosenLease);
	}

	public LockCall call() {
		return this.call;
	}

	public LockSettings.Resolved options() {
		return this.options;
	}

	public String name() {
		return this.call.name();
	}

	public List<String> keys() {
		return this.call.keys();
	}

	/** The keys as messages show them: of many only the first ones. */
	public String lock() {
		List<String> keys = keys();
		return (keys.size() <= FEW_KEYS) ? String.join(", ", keys)
				: String.join(", ", keys.subList(0, FEW_KEYS)) + " and " + (keys.size() - FEW_KEYS) + " more";
	}

	public Duration waitTime() {
		return this.options.get(LockOption.WAIT_TIME);
	}

	/** The lease to ask for. */
	public Duration leaseTime() {
		return this.leaseTime;
	}

	/** Whether it is served in the order in which all callers have come. */
	public boolean isFair() {
		return this.options.get(LockOption.FAIR);
	}

	/** Whether a thread that holds the lock already enters it again. */
	public boolean isReentrant() {
		return this.options.get(LockOption.REENTRANT);
	}

	public boolean autoRenew() {
		return this.options.get(LockOption.AUTO_RENEW);
	}

	public Duration maxHold() {
		return this.maxHold;
	}

	public Duration holdAtLeast() {
		return this.holdAtLeast;
	}

	/** Whether it has a shortest or a longest hold time of its own. */
	boolean isLimited() {
		return !this.holdAtLeast.isZero() || !this.maxHold.equals(LockOption.LONGEST);
	}

	public @Nullable BackOff backOff() {
		return this.options.backOff();
	}

	public @Nullable Duration warnAfter() {
		Duration warnAfter = this.options.get(LockOption.WARN_AFTER);
		return warnAfter.equals(LockOption.LONGEST) ? null : warnAfter;
	}

	public int maxWaiters() {
		return this.options.get(LockOption.MAX_WAITERS);
	}

	public LossPolicy onLoss() {
		return this.options.get(LockOption.ON_LOSS);
	}

}
