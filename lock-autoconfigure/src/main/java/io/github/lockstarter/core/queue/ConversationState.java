package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.core.hold.Granted;
import io.github.lockstarter.core.hold.Lease;
import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * Where a gate's conversation with the store stands. Each state has one deadline, at
 * which the gate goes on by itself, whatever becomes of the answers it waits for.
 */
sealed interface ConversationState {

	/** The deadline of a state that only ends by what somebody does. */
	long NEVER = Long.MAX_VALUE;

	/** The acquisition under which is asked; {@code null} if the next one is new. */
	@Nullable Pending acquisition();

	/** What is to be ended in the store when nobody waits any more. */
	default @Nullable Pending unfinished() {
		return acquisition();
	}

	/** When the gate goes on by itself, on the monotonic clock, or {@link #NEVER}. */
	long until();

	/** From when on it may go on by itself, to go together with others. */
	default long earliest() {
		return until();
	}

	/** Whether the gate waits for an answer before it asks again. */
	default boolean isUnderWay() {
		return isAsking() || this instanceof Subscribing;
	}

	/** Whether the store is asked at this moment. */
	default boolean isAsking() {
		return this instanceof Asking || this instanceof AskingBehind;
	}

	/** Nobody waits, or it is the turn of this JVM: nothing is asked. */
	record Idle() implements ConversationState {

		static final Idle STATE = new Idle();

		@Override
		public @Nullable Pending acquisition() {
			return null;
		}

		@Override
		public long until() {
			return NEVER;
		}

	}

	/**
	 * The store is asked. At the deadline it is asked again.
	 *
	 * @param pushed whether a grant has arrived meanwhile that can't be used before it is
	 * claimed
	 */
	record Asking(Pending acquisition, long until, boolean pushed) implements ConversationState {

		/** An answer that takes longer is waited for no more. */
		private static final long UNANSWERED_NANOS = TimeUnit.SECONDS.toNanos(5);

		static Asking from(long now, Pending acquisition) {
			return new Asking(acquisition, now + UNANSWERED_NANOS, false);
		}

		Asking afterPush() {
			return new Asking(this.acquisition, this.until, true);
		}

	}

	/**
	 * The store is asked for several locks in their order, of which this is not the
	 * first. At the deadline it is given up: who wants several locks must not get a later
	 * one before it has those that come first.
	 */
	record AskingBehind(Ask ask, long until) implements ConversationState {

		static AskingBehind from(long now, Ask ask) {
			return new AskingBehind(ask, now + Asking.UNANSWERED_NANOS);
		}

		@Override
		public Pending acquisition() {
			return this.ask.acquisition();
		}

	}

	/**
	 * Another holds the lock, and before the gate queues it makes sure that it hears of
	 * its grant. At the deadline it queues without.
	 */
	record Subscribing(Pending acquisition, long until) implements ConversationState {

		private static final long SUBSCRIBING_NANOS = TimeUnit.SECONDS.toNanos(1);

		static Subscribing from(long now, Pending acquisition) {
			return new Subscribing(acquisition, now + SUBSCRIBING_NANOS);
		}

		/** A refusal leaves nothing in the store, unless a place was taken before. */
		@Override
		public @Nullable Pending unfinished() {
			return this.acquisition.placed() ? this.acquisition : null;
		}

	}

	/**
	 * The acquisition has a place in the store's queue. At the deadline the store is
	 * asked whether it has been granted the lock meanwhile: when the lease of the holder
	 * is over, or at the next re-check, whichever comes first.
	 */
	record Queued(Pending acquisition, long until, long earliest) implements ConversationState {

		static Queued from(long now, Pending acquisition, Duration rest, RecheckPace pace) {
			long over = now + rest.toNanos() + TimeUnit.MILLISECONDS.toNanos(1);
			long recheck = now + pace.nanos();
			return (over - recheck < 0) ? new Queued(acquisition, over, over)
					: new Queued(acquisition, recheck, recheck - pace.earlierNanos());
		}

	}

	/**
	 * After a failure, or after the acquisition ended in the store: at the deadline the
	 * store is asked again.
	 */
	record Pausing(@Nullable Pending acquisition, long until) implements ConversationState {

		private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

		static Pausing afterFailure(long now, Pending acquisition) {
			return new Pausing(acquisition, now + RETRY_NANOS);
		}

	}

	/**
	 * An acquisition that is asked for.
	 *
	 * @param sequence its number
	 * @param share what it wants to share; {@code null} if it wants the lock alone
	 * @param placed whether it has had a place in the store's queue
	 * @param hearing how it hears of its grant
	 * @param longestLease the longest lease that was asked for: so long the store may
	 * keep it
	 * @param serverTime what the store's clock last showed; {@code null} if not known
	 */
	record Pending(long sequence, @Nullable Share share, boolean placed, Hearing hearing, Duration longestLease,
			@Nullable ServerTime serverTime) {

		Pending(long sequence, @Nullable Share share, Duration lease) {
			this(sequence, share, false, Hearing.EXPECTED, lease, null);
		}

		Pending asked(Duration lease) {
			return (lease.compareTo(this.longestLease) <= 0) ? this
					: new Pending(this.sequence, this.share, this.placed, this.hearing, lease, this.serverTime);
		}

		Pending placed(ServerTime time) {
			return new Pending(this.sequence, this.share, true, this.hearing, this.longestLease, time);
		}

		/**
		 * Until when a pushed grant can be counted on; not at all if that is not known.
		 */
		Moment validUntil(Grant grant, Moment receivedAt) {
			return (this.serverTime != null) ? this.serverTime.validUntil(grant, receivedAt) : receivedAt;
		}

		/** A pushed grant, which can be counted on until then. */
		Granted granted(String key, Grant grant, Moment validUntil) {
			return new Granted(key, this.sequence, grant.token(), validUntil, false, this.longestLease,
					(this.serverTime != null) ? this.serverTime.othersSince(grant) : null);
		}

		Pending hearing(Hearing how) {
			return new Pending(this.sequence, this.share, this.placed, how, this.longestLease, this.serverTime);
		}

	}

	/** How an acquisition hears of its grant. */
	enum Hearing {

		/** By a push; it queues only when it is subscribed. */
		EXPECTED,

		/** By asking, until the subscription that is tried meanwhile has come about. */
		NOT_YET,

		/** By asking: this instance may not subscribe. */
		NEVER

	}

}
