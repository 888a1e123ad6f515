package io.github.lockstarter.core.hold;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.platform.CoalescingTimer;
import io.github.lockstarter.core.platform.Moment;

/**
 * Plan for the next renewal of one JVM lease. Written by the threads that hear of
 * renewals, and read by the timer, which alone knows of suspicions and of holds that were
 * left.
 */
final class RenewalPlan {

	/** Time that a hold may take to give its JVM lease back before that is done again. */
	private static final long LEAVING_NANOS = TimeUnit.SECONDS.toNanos(1);

	/** The next holder of the JVM lease may have to be renewed soon. */
	private static final long LEFT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	private static final long NOT_PLANNED = Long.MAX_VALUE;

	/** The slot of a plan that is watched no more. */
	static final int REMOVED = -2;

	/** The slot of a plan that is not in one yet. */
	static final int NOWHERE = -1;

	final JvmLease jvmLease;

	/** Slot of {@link RenewalPlans}, which changes it under the monitor of this. */
	int slot = NOWHERE;

	/** When this is looked at next, on the monotonic clock; far off during a look. */
	volatile long lookAt;

	private volatile long renewAt = NOT_PLANNED;

	private volatile long earlierNanos;

	/** Whether what is planned lengthens no lease. */
	volatile boolean onlyLooksUp;

	private volatile boolean claiming;

	private volatile boolean confirmed;

	/**
	 * When a message said that the JVM lease was released by force, on the monotonic
	 * clock; 0 if there was none, or the store has denied it since.
	 */
	private volatile long perhapsRevokedSince;

	/** Request that is sent instead of a renewal; {@code null} to renew. */
	private volatile @Nullable Supplier<CompletionStage<StoreAnswer>> instead;

	/**
	 * Since when the hold was seen to be left; 0 if it was not. Written by the timer
	 * only.
	 */
	private long leftSince;

	/** Used by the timer only. */
	private boolean suspicious;

	RenewalPlan(JvmLease jvmLease) {
		this.jvmLease = jvmLease;
	}

	/**
	 * Plan the next renewal.
	 * @param at when it is sent at the latest
	 * @param earlier by how much it may be sent earlier, to go with others
	 */
	void renewAt(long at, long earlier) {
		this.renewAt = (at != NOT_PLANNED) ? at : at - 1;
		this.earlierNanos = earlier;
	}

	/** Plan the next renewal for a moment, unless it comes before. */
	void renewBy(long at, long earlier) {
		if (this.renewAt == NOT_PLANNED || this.renewAt - at > 0) {
			renewAt(at, earlier);
		}
	}

	/** Plan no renewal. */
	void renewNoMore() {
		this.renewAt = NOT_PLANNED;
	}

	/** The grant is claimed, and what comes next is planned when that is answered. */
	void claiming(boolean unanswered) {
		this.claiming = unanswered;
	}

	/**
	 * The store has confirmed the lease. That says nothing of a message that came after
	 * the request was sent.
	 */
	void confirmed(Moment sentAt) {
		this.confirmed = true;
		if (sentAt.nanos() - this.perhapsRevokedSince > 0) {
			this.perhapsRevokedSince = 0;
		}
	}

	/** A message says that the JVM lease was released by force. */
	void perhapsRevoked(long now) {
		this.perhapsRevokedSince = now | 1;
	}

	boolean isPerhapsRevoked() {
		return this.perhapsRevokedSince != 0;
	}

	/** Whether the store has ever confirmed the lease. */
	boolean isConfirmed() {
		return this.confirmed;
	}

	/**
	 * Whether a renewal will be sent: a timer is set for it, or a claim is under way. If
	 * nobody had the JVM lease for a while, the next look may come a little later.
	 */
	boolean isPlanned(long now, CoalescingTimer timer) {
		long at = this.renewAt;
		long soonest = (this.leftSince != 0) ? LEFT_PAUSE_NANOS : 0;
		return this.claiming || (at != NOT_PLANNED && this.lookAt - at <= soonest
				&& timer.wakesBy(now + Math.max(at - now, soonest)));
	}

	/**
	 * The next renewal, or the end of validity, whichever comes first.
	 * @param end when the validity ends, on the monotonic clock
	 */
	long nextLook(long end) {
		long at = this.renewAt;
		return (at != NOT_PLANNED && at - end < 0) ? at : end;
	}

	/** Ask for something else when the next renewal is due, until that is done. */
	void instead(@Nullable Supplier<CompletionStage<StoreAnswer>> request) {
		this.instead = request;
	}

	@Nullable Supplier<CompletionStage<StoreAnswer>> instead() {
		return this.instead;
	}

	boolean isDue(long now) {
		long at = this.renewAt;
		return at != NOT_PLANNED && at - this.earlierNanos - now <= 0;
	}

	/**
	 * Whether it is suspicious now and was not at the look before: one renewal clears
	 * that up, and if it fails it is repeated like others.
	 */
	boolean becomes(boolean nowSuspicious) {
		boolean before = this.suspicious;
		this.suspicious = nowSuspicious;
		return nowSuspicious && !before;
	}

	/** Time until a renewal or the end, whichever comes first. */
	long idleNanos(long now, long remaining) {
		long next = nextLook(now + remaining) - now;
		return (this.leftSince != 0) ? Math.max(Math.min(next, LEAVING_NANOS), LEFT_PAUSE_NANOS) : next;
	}

	/** The hold was not left, or has passed on to one that was not. */
	void held() {
		this.leftSince = 0;
	}

	/**
	 * The hold was left, and yet its JVM lease is not given back: that may be under way,
	 * or have failed.
	 */
	void leftBehind(long now, Hold hold) {
		if (this.leftSince == 0) {
			this.leftSince = now | 1;
		}
		else if (now - this.leftSince >= LEAVING_NANOS) {
			this.leftSince = 0;
			hold.leaveAgain();
		}
	}

	/** Gives those that are looked at the same order in each simulated run. */
	@Override
	public int hashCode() {
		return this.jvmLease.hashCode();
	}

}
