package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * State of a queue's dialog with the store. Each state has one deadline, at which the
 * queue goes on by itself, whatever becomes of the answers it waits for.
 */
sealed interface AcquisitionPhase {

	/** The deadline of a state that only ends by what somebody does. */
	long NEVER = Long.MAX_VALUE;

	/** The acquisition under which is asked; {@code null} if the next one is new. */
	@Nullable PendingAcquisition acquisition();

	/** Acquisition to end in the store when nobody waits any more. */
	default @Nullable PendingAcquisition unfinished() {
		return acquisition();
	}

	/**
	 * Deadline at which the queue goes on by itself, on the monotonic clock, or
	 * {@link #NEVER}.
	 */
	long until();

	/** From when on it may go on by itself, to go together with others. */
	default long earliest() {
		return until();
	}

	/** Whether the queue waits for an answer before it asks again. */
	default boolean isUnderWay() {
		return isAsking() || this instanceof Subscribing;
	}

	/** Whether the store is asked at this moment. */
	default boolean isAsking() {
		return this instanceof Asking || this instanceof AskingBehind;
	}

	/** Nobody waits, or this JVM has the lock: nothing is asked. */
	record Idle() implements AcquisitionPhase {

		static final Idle STATE = new Idle();

		@Override
		public @Nullable PendingAcquisition acquisition() {
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
	record Asking(PendingAcquisition acquisition, long until, boolean pushed) implements AcquisitionPhase {

		/** An answer that takes longer is waited for no more. */
		private static final long UNANSWERED_NANOS = TimeUnit.SECONDS.toNanos(5);

		static Asking from(long now, PendingAcquisition acquisition) {
			return new Asking(acquisition, now + UNANSWERED_NANOS, false);
		}

		Asking afterPush() {
			return new Asking(this.acquisition, this.until, true);
		}

	}

	/**
	 * The store is asked for several locks in their order, of which this is not the
	 * first. At the deadline it is given up: a call for several locks must not get a
	 * later one before the earlier ones.
	 */
	record AskingBehind(AcquireAttempt attempt, long until) implements AcquisitionPhase {

		static AskingBehind from(long now, AcquireAttempt attempt) {
			return new AskingBehind(attempt, now + Asking.UNANSWERED_NANOS);
		}

		@Override
		public PendingAcquisition acquisition() {
			return this.attempt.acquisition;
		}

	}

	/**
	 * Another holds the lock, and before the queue takes a place it makes sure that it
	 * hears of its grant. At the deadline it queues without.
	 */
	record Subscribing(PendingAcquisition acquisition, long until) implements AcquisitionPhase {

		private static final long SUBSCRIBING_NANOS = TimeUnit.SECONDS.toNanos(1);

		static Subscribing from(long now, PendingAcquisition acquisition) {
			return new Subscribing(acquisition, now + SUBSCRIBING_NANOS);
		}

		/** A refusal leaves nothing in the store, unless a place was taken before. */
		@Override
		public @Nullable PendingAcquisition unfinished() {
			return this.acquisition.isPlaced() ? this.acquisition : null;
		}

	}

	/**
	 * The acquisition has a place in the store's queue. At the deadline the store is
	 * asked whether it has been granted the lock meanwhile: when the lease of the holder
	 * is over, or at the next re-check, whichever comes first.
	 */
	record Queued(PendingAcquisition acquisition, long until, long earliest) implements AcquisitionPhase {

		static Queued from(long now, PendingAcquisition acquisition, Duration rest, RecheckPace pace) {
			long over = now + rest.toNanos() + TimeUnit.MILLISECONDS.toNanos(1);
			long recheck = now + pace.nanos();
			return (over - recheck < 0) ? new Queued(acquisition, over, over)
					: new Queued(acquisition, recheck, recheck - pace.earlierNanos());
		}

	}

	/**
	 * After a failure, after the acquisition ended in the store, or while readers of this
	 * JVM are about to leave: at the deadline the store is asked.
	 */
	record Pausing(@Nullable PendingAcquisition acquisition, long until) implements AcquisitionPhase {

		private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

		/** Far more than most readers need, and little beside the lease of one. */
		private static final long BRIEF_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

		static Pausing briefly(long now) {
			return new Pausing(null, now + BRIEF_NANOS);
		}

		static Pausing afterFailure(long now, @Nullable PendingAcquisition acquisition) {
			return new Pausing(acquisition, now + RETRY_NANOS);
		}

	}

}
