package io.github.lockstarter.core.queue;

import java.time.Duration;

import io.github.lockstarter.core.hold.GrantDetails;
import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * An acquisition that is asked for.
 *
 * @param sequence its number
 * @param share what it wants to share; {@code null} if it wants the lock alone
 * @param hearing how it hears of its grant
 * @param longestKept how long the store may keep it if it is not released: for the
 * longest lease that was asked for, or the longest claim window
 * @param place its place in the store's queue; {@code null} if it has had none
 */
record PendingAcquisition(long sequence, @Nullable Share share, Hearing hearing, Duration longestKept,
		@Nullable Place place) {

	PendingAcquisition(long sequence, @Nullable Share share, Duration longestKept) {
		this(sequence, share, Hearing.EXPECTED, longestKept, null);
	}

	PendingAcquisition asked(Duration kept) {
		return (kept.compareTo(this.longestKept) <= 0) ? this
				: new PendingAcquisition(this.sequence, this.share, this.hearing, kept, this.place);
	}

	PendingAcquisition placed(ServerTime time, GrantSecrets secrets) {
		return new PendingAcquisition(this.sequence, this.share, this.hearing, this.longestKept,
				new Place(time, secret(secrets)));
	}

	/** The secret that the store keeps with its place, or is to keep. */
	String secret(GrantSecrets secrets) {
		return (this.place != null) ? this.place.secret() : secrets.of(this.sequence);
	}

	boolean isPlaced() {
		return this.place != null;
	}

	/**
	 * Until when a pushed grant can be counted on; not at all if that is not known.
	 */
	Moment validUntil(GrantNotification grant, Moment receivedAt) {
		return (this.place != null) ? this.place.time().validUntil(grant, receivedAt) : receivedAt;
	}

	/** Whether who sent a grant knows the secret that the store keeps with the place. */
	boolean isProvenBy(GrantNotification grant) {
		return this.place != null && grant.isProvenBy(this.place.secret());
	}

	/**
	 * A pushed grant, which can be counted on until then.
	 * @param window until when it could be counted on if the lease were longer
	 */
	GrantDetails granted(String key, GrantNotification grant, Moment validUntil, Moment window) {
		return new GrantDetails(key, this.sequence, grant.token(), validUntil, false, validUntil.isBefore(window),
				this.longestKept, (this.place != null) ? this.place.time().othersSince(grant) : null);
	}

	PendingAcquisition hearing(Hearing how) {
		return new PendingAcquisition(this.sequence, this.share, how, this.longestKept, this.place);
	}

	/**
	 * A place in the store's queue.
	 *
	 * @param time what the store's clock last showed
	 * @param secret what proves a grant; made before the grant comes, since the thread
	 * that waits is to wake up soon then
	 */
	record Place(ServerTime time, String secret) {

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
