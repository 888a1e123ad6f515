package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.Objects;

import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * The lease of one hold, within the limits of its request: how long it is held at least
 * and at most, and whether it is renewed until then. A base class, since thousands of
 * holds do without an object more. The monitor guards changes of the lease; the flags
 * need none, since no change of one depends on what it was. Thread-safe.
 */
abstract class LimitedLease {

	/** Stores count leases in milliseconds. */
	private static final Duration PRECISION = Duration.ofMillis(1);

	private final Platform platform;

	private final LockRequest request;

	private final boolean autoRenew;

	private final Duration maxHold;

	private final long since;

	private volatile Duration lease;

	/** Whether it is cut by the maximum hold time. */
	private volatile boolean ending;

	private volatile boolean used;

	LimitedLease(Platform platform, LockRequest request) {
		this.platform = platform;
		this.request = request;
		this.autoRenew = request.autoRenew();
		this.maxHold = request.maxHold();
		this.since = platform.nanoTime();
		this.lease = request.leaseTime();
		this.ending = this.lease.compareTo(this.maxHold) >= 0;
	}

	final Platform platform() {
		return this.platform;
	}

	/** What it shares with others; {@code null} if it has the lock alone. */
	public abstract @Nullable Share share();

	/** What was asked for. */
	public final LockRequest request() {
		return this.request;
	}

	/** The lease that is renewed. */
	public final Duration lease() {
		return this.lease;
	}

	/** How long it has been held. */
	public final Duration age() {
		return Duration.ofNanos(this.platform.nanoTime() - this.since);
	}

	/**
	 * Whether a caller has had it and left.
	 * @return false if it was abandoned
	 */
	public final boolean isUsed() {
		return this.used;
	}

	final void use() {
		this.used = true;
	}

	/** How long the store is to keep the lock after the holder has left. */
	public final Duration keepFor() {
		Duration least = this.used ? this.request.holdAtLeast() : Duration.ZERO;
		Duration rest = least.isZero() ? least : least.minus(age());
		return rest.isNegative() ? Duration.ZERO : rest;
	}

	/** The store confirmed a lease, which the maximum hold time may have cut. */
	final void confirmed(Duration confirmed) {
		this.ending = confirmed.compareTo(restOfMaxHold().minus(PRECISION)) >= 0;
	}

	/** Remember a lease that renewals shall not fall short of. */
	final synchronized void lengthen(Duration longer) {
		this.lease = Lease.longer(longer, this.lease);
	}

	/** A lease from now that does not go beyond the maximum hold time. */
	final Duration upToMaxHold(Duration wanted) {
		Duration rest = restOfMaxHold();
		Duration cut = (wanted.compareTo(rest) < 0) ? wanted : rest;
		return (cut.compareTo(PRECISION) > 0) ? cut : PRECISION;
	}

	private Duration restOfMaxHold() {
		return this.maxHold.minus(age());
	}

	/** Whether it is renewed before it ends. */
	final boolean isRenewed() {
		return this.autoRenew && !this.ending;
	}

	/** Whether another one can go on with what the store has on record for this one. */
	final boolean isLike(LimitedLease other) {
		return hasLeaseLike(other) && Objects.equals(share(), other.share());
	}

	private boolean hasLeaseLike(LimitedLease other) {
		return this.lease.equals(other.lease) && isRenewed() == other.isRenewed();
	}

	/**
	 * Whether another can go on with the acquisition: one that is like it, or a reader
	 * after one that had the lock alone.
	 */
	final boolean isFollowedBy(LimitedLease other) {
		return isLike(other) || (share() == null && Share.READER.equals(other.share()) && hasLeaseLike(other));
	}

	/**
	 * Whether another reader can hold the same share at the same time: nothing of either
	 * ends by itself.
	 */
	final boolean isJoinedBy(LimitedLease other) {
		return Share.READER.equals(share()) && isLike(other) && isRenewed() && !this.request.isLimited()
				&& !other.request.isLimited();
	}

	/** Why the lock is lost if it ends now. */
	final String reasonOfEnd() {
		if (this.ending) {
			return LossReasons.maxHoldEnded(this.maxHold);
		}
		return this.autoRenew ? LossReasons.notConfirmed(this.lease) : LossReasons.leaseEnded(this.lease);
	}

}
