package io.github.lockstarter.core.hold;

import java.time.Duration;

import io.github.lockstarter.core.platform.Platform;

/**
 * The lease of one hold, within the limits of its request: how long it is held at least
 * and at most, and whether it is renewed until then. Its own monitor guards changes of
 * the lease; the flags need none, since no change of one depends on what it was.
 * Thread-safe.
 */
public final class HoldLease {

	/** Stores count leases in milliseconds. */
	private static final Duration PRECISION = Duration.ofMillis(1);

	private final Platform platform;

	private final LockPlan plan;

	private final long since;

	private volatile Duration time;

	/** Whether it is cut by the maximum hold time. */
	private volatile boolean ending;

	private volatile boolean used;

	HoldLease(Platform platform, LockRequest request, long since) {
		this.platform = platform;
		this.plan = request.plan;
		this.since = since;
		this.time = request.leaseTime;
		this.ending = this.time.compareTo(this.plan.maxHold) >= 0;
	}

	/** The lease that is renewed. */
	public Duration time() {
		return this.time;
	}

	/** Time for which it has been held. */
	public Duration age() {
		return Duration.ofNanos(this.platform.nanoTime() - this.since);
	}

	/**
	 * Whether a caller has had it and left.
	 * @return false if it was abandoned
	 */
	public boolean isUsed() {
		return this.used;
	}

	void use() {
		this.used = true;
	}

	/** Time for which the store is to keep the lock after the holder has left. */
	public Duration keepFor() {
		Duration least = this.used ? this.plan.minHold : Duration.ZERO;
		Duration rest = least.isZero() ? least : least.minus(age());
		return rest.isNegative() ? Duration.ZERO : rest;
	}

	/** The store confirmed a lease, which the maximum hold time may have cut. */
	void confirmed(Duration confirmed) {
		this.ending = confirmed.compareTo(restOfMaxHold().minus(PRECISION)) >= 0;
	}

	/** Remember a lease that renewals shall not fall short of. */
	synchronized void lengthen(Duration longer) {
		this.time = LeaseMath.longer(longer, this.time);
	}

	/** A lease from now that does not go beyond the maximum hold time. */
	Duration upToMaxHold(Duration wanted) {
		Duration rest = restOfMaxHold();
		Duration cut = (wanted.compareTo(rest) < 0) ? wanted : rest;
		return (cut.compareTo(PRECISION) > 0) ? cut : PRECISION;
	}

	private Duration restOfMaxHold() {
		return this.plan.maxHold.minus(age());
	}

	/** Whether it is renewed before it ends. */
	boolean isRenewed() {
		return this.plan.autoRenew && !this.ending;
	}

	/** Whether another one is as long, and as this one is or is not renewed. */
	boolean isLike(HoldLease other) {
		return this.time.equals(other.time) && isRenewed() == other.isRenewed();
	}

	/** Whether it is renewed for as long as it is held, and nothing keeps it longer. */
	boolean isUnlimited() {
		return isRenewed() && !this.plan.isLimited();
	}

	/** Why the lock is lost if it ends now. */
	String reasonOfEnd() {
		if (this.ending) {
			return LossReasons.maxHoldEnded(this.plan.maxHold);
		}
		return this.plan.autoRenew ? LossReasons.notConfirmed(this.time) : LossReasons.leaseEnded(this.time);
	}

}
