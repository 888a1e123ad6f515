package io.github.lockstarter.core.queue;

import java.time.Duration;

import io.github.lockstarter.core.hold.Granted;
import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * An acquisition that is asked for.
 *
 * @param sequence its number
 * @param share what it wants to share; {@code null} if it wants the lock alone
 * @param placed whether it has had a place in the store's queue
 * @param hearing how it hears of its grant
 * @param longestKept how long the store may keep it if it is not released: for the
 * longest lease that was asked for, or the longest claim window
 * @param serverTime what the store's clock last showed; {@code null} if not known
 */
record PendingAcquisition(long sequence, @Nullable Share share, boolean placed, Hearing hearing, Duration longestKept,
		@Nullable ServerTime serverTime) {

	PendingAcquisition(long sequence, @Nullable Share share, Duration lease) {
		this(sequence, share, false, Hearing.EXPECTED, lease, null);
	}

	PendingAcquisition asked(Duration kept) {
		return (kept.compareTo(this.longestKept) <= 0) ? this
				: new PendingAcquisition(this.sequence, this.share, this.placed, this.hearing, kept, this.serverTime);
	}

	PendingAcquisition placed(ServerTime time) {
		return new PendingAcquisition(this.sequence, this.share, true, this.hearing, this.longestKept, time);
	}

	/**
	 * Until when a pushed grant can be counted on; not at all if that is not known.
	 */
	Moment validUntil(Grant grant, Moment receivedAt) {
		return (this.serverTime != null) ? this.serverTime.validUntil(grant, receivedAt) : receivedAt;
	}

	/**
	 * A pushed grant, which can be counted on until then.
	 * @param window until when it could be counted on if the lease were longer
	 */
	Granted granted(String key, Grant grant, Moment validUntil, Moment window) {
		return new Granted(key, this.sequence, grant.token(), validUntil, false, validUntil.isBefore(window),
				this.longestKept, (this.serverTime != null) ? this.serverTime.othersSince(grant) : null);
	}

	PendingAcquisition hearing(Hearing how) {
		return new PendingAcquisition(this.sequence, this.share, this.placed, how, this.longestKept, this.serverTime);
	}

	/** Ways in which an acquisition hears of its grant. */
	enum Hearing {

		/** By a push; it queues only when it is subscribed. */
		EXPECTED,

		/** By asking, until the subscription that is tried meanwhile has come about. */
		NOT_YET,

		/** By asking: this instance may not subscribe. */
		NEVER

	}

}
