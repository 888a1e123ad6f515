package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreAnswer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Finishes acquisitions in the store. A release that failed is repeated in the
 * background, after pauses that grow, until the lease must have ended by itself.
 */
final class Releases {

	private static final Log logger = LogFactory.getLog(Releases.class);

	private static final long FIRST_PAUSE_MILLIS = 200;

	private static final long LONGEST_PAUSE_MILLIS = 5000;

	private final LockSession session;

	private final ScheduledExecutorService timer;

	private final Events events;

	Releases(LockSession session, ScheduledExecutorService timer, Events events) {
		this.session = session;
		this.timer = timer;
		this.events = events;
	}

	/**
	 * Finish a turn.
	 * @param keepFor how long the store is to keep the lock from all
	 * @return a stage with the first answer, or with {@code null} if there was a failure
	 */
	CompletionStage<@Nullable StoreAnswer> release(Turn turn, Duration keepFor) {
		Pending pending = new Pending(turn.key(), turn.sequence(), turn.passes(), Deadline.in(keepFor),
				Deadline.in(turn.longestLease()));
		return follow(pending, attempt(pending), FIRST_PAUSE_MILLIS);
	}

	/**
	 * Finish a turn, for which the store is asked already.
	 * @param attempt the answer to the first attempt
	 * @return a stage with that answer, or with {@code null} if there was a failure
	 */
	CompletionStage<@Nullable StoreAnswer> release(Turn turn, CompletionStage<StoreAnswer> attempt) {
		Pending pending = new Pending(turn.key(), turn.sequence(), turn.passes(), Deadline.in(Duration.ZERO),
				Deadline.in(turn.longestLease()));
		return follow(pending, attempt, FIRST_PAUSE_MILLIS);
	}

	/**
	 * Finish an acquisition that was not used.
	 * @param lease the lease that it may hold since this moment at the latest
	 */
	void cancel(String key, long sequence, Duration lease) {
		Pending pending = new Pending(key, sequence, 0, Deadline.in(Duration.ZERO), Deadline.in(lease));
		follow(pending, attempt(pending), FIRST_PAUSE_MILLIS);
	}

	private CompletionStage<StoreAnswer> attempt(Pending pending) {
		return this.session.release(pending.key, pending.sequence, pending.passes,
				Lease.nonNegative(pending.keptUntil.remainingNanos()));
	}

	private CompletionStage<@Nullable StoreAnswer> follow(Pending pending, CompletionStage<StoreAnswer> attempt,
			long pauseMillis) {
		return attempt.handle((answer, failure) -> {
			if (failure != null) {
				this.events.storeFailed(StoreFailures.of(failure));
			}
			if (failure != null && !pending.deadline.isOver() && StoreFailures.of(failure).isPassing()) {
				repeat(pending, pauseMillis, failure);
			}
			else if (failure != null) {
				logger.warn("Lock '" + pending.key + "' was not released; its lease will end by itself", failure);
			}
			return answer;
		});
	}

	private void repeat(Pending pending, long pauseMillis, Throwable failure) {
		try {
			long next = Math.min(pauseMillis * 2, LONGEST_PAUSE_MILLIS);
			this.timer.schedule(() -> follow(pending, attempt(pending), next), pauseMillis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Lock '" + pending.key + "' was not released before the client was closed", failure);
		}
	}

	private record Pending(String key, long sequence, int passes, Deadline keptUntil, Deadline deadline) {
	}

}
