package io.github.lockstarter.core.hold;

import java.time.Duration;

import io.github.lockstarter.AdaptiveLease;
import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * The options of a lock, each looked up once: how it is waited for, held and released.
 * Carried by each {@link LockRequest}, so that nothing on the way of a call looks an
 * option up. Immutable.
 */
public final class LockPlan {

	private final LockSettings.Resolved options;

	final LockKind kind;

	/** Whether it shares the lock with other readers. */
	final boolean reading;

	/** Share of the lock; {@code null} for the lock alone. */
	final @Nullable Share share;

	final boolean fair;

	final boolean reentrant;

	private final int maxKeys;

	final Duration waitTime;

	final int maxWaiters;

	/** The pauses between attempts; {@code null} to queue. */
	final @Nullable BackOff backOff;

	/** The fixed lease, within the shortest and the longest hold time. */
	final Duration leaseTime;

	/** The bounds of a lease that follows the hold times; {@code null} if it is fixed. */
	final @Nullable AdaptiveLease adaptiveLease;

	final boolean autoRenew;

	final Duration maxHold;

	final Duration minHold;

	final LossPolicy onLoss;

	/** Time after which the lock is reported; {@code null} for never. */
	final @Nullable Duration warnAfter;

	/**
	 * Look the options up.
	 * @param options options without contradictions
	 */
	public LockPlan(LockSettings.Resolved options) {
		this.options = options;
		this.kind = options.get(LockOption.KIND);
		this.reading = this.kind == LockKind.READ;
		this.share = share(this.kind, options);
		this.fair = options.get(LockOption.FAIR);
		this.reentrant = options.get(LockOption.REENTRANT);
		this.maxKeys = options.get(LockOption.MAX_KEYS);
		this.waitTime = options.get(LockOption.WAIT_TIME);
		this.maxWaiters = options.get(LockOption.MAX_WAITERS);
		this.backOff = options.backOff();
		this.autoRenew = options.get(LockOption.AUTO_RENEW);
		this.maxHold = options.get(LockOption.MAX_HOLD);
		this.minHold = options.get(LockOption.MIN_HOLD);
		this.leaseTime = within(options.get(LockOption.LEASE_TIME));
		this.adaptiveLease = options.adaptiveLease();
		this.onLoss = options.get(LockOption.ON_LOSS);
		Duration warnAfter = options.get(LockOption.WARN_AFTER);
		this.warnAfter = warnAfter.equals(LockOption.LONGEST) ? null : warnAfter;
	}

	private static @Nullable Share share(LockKind kind, LockSettings.Resolved options) {
		return switch (kind) {
			case MUTEX -> null;
			case READ -> Share.READER;
			case SEMAPHORE -> new Share(options.get(LockOption.PERMITS), options.get(LockOption.CAPACITY));
		};
	}

	/**
	 * A lease so long that a holder that dies keeps it as long as it is to be held at
	 * least, but never longer than it may be held.
	 */
	Duration within(Duration lease) {
		return LeaseMath.shorter(LeaseMath.longer(lease, this.minHold), this.maxHold);
	}

	/**
	 * The same for any number of waiters and attempts, as a lock of the JDK has them.
	 */
	LockPlan unbounded() {
		LockOptions unbounded = this.options.own().with(LockOption.MAX_WAITERS, Integer.MAX_VALUE);
		if (this.backOff != null) {
			unbounded = unbounded.with(LockOption.BACK_OFF, this.backOff.withMaxAttempts(Integer.MAX_VALUE));
		}
		return new LockPlan(new LockSettings.Resolved(unbounded, this.options.defaults()));
	}

	/** Whether it is a semaphore whose capacity is not set. */
	public boolean lacksCapacity() {
		return this.kind == LockKind.SEMAPHORE && this.options.lacksCapacity();
	}

	/** Whether it has a shortest or a longest hold time of its own. */
	boolean isLimited() {
		return !this.minHold.isZero() || !this.maxHold.equals(LockOption.LONGEST);
	}

	/** The options that it was made of. */
	public LockSettings.Resolved options() {
		return this.options;
	}

	/** The kind of lock. */
	public LockKind kind() {
		return this.kind;
	}

	/** Whether it is served in the order in which all callers have come. */
	public boolean isFair() {
		return this.fair;
	}

	/** Largest number of keys of one call. */
	public int maxKeys() {
		return this.maxKeys;
	}

	/** The pauses between attempts; {@code null} to queue. */
	public @Nullable BackOff backOff() {
		return this.backOff;
	}

	/** The lease to ask for, unless it follows the hold times. */
	public Duration leaseTime() {
		return this.leaseTime;
	}

	/** Time after which the lock is reported; {@code null} for never. */
	public @Nullable Duration warnAfter() {
		return this.warnAfter;
	}

	/** Whether it is of interest how long the lock is held. */
	public boolean isTimed() {
		return this.warnAfter != null || this.adaptiveLease != null;
	}

	/** The bounds of a lease that follows the hold times; {@code null} if it is fixed. */
	public @Nullable AdaptiveLease adaptiveLease() {
		return this.adaptiveLease;
	}

}
