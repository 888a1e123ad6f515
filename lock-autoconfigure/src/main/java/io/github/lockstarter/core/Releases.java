package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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

	Releases(LockSession session, ScheduledExecutorService timer) {
		this.session = session;
		this.timer = timer;
	}

	/**
	 * Finish an acquisition.
	 * @param lease the lease that it may hold since this moment at the latest
	 * @return a stage with the first answer, or with {@code null} if there was a failure
	 */
	CompletionStage<@Nullable StoreAnswer> release(String key, long sequence, Duration lease) {
		CompletableFuture<@Nullable StoreAnswer> first = new CompletableFuture<>();
		attempt(key, sequence, Deadline.in(lease), FIRST_PAUSE_MILLIS, first);
		return first;
	}

	private void attempt(String key, long sequence, Deadline deadline, long pauseMillis,
			CompletableFuture<@Nullable StoreAnswer> first) {
		this.session.release(key, sequence).whenComplete((answer, failure) -> {
			if (failure != null && !deadline.isOver() && StoreFailures.of(failure).isPassing()) {
				repeat(key, sequence, deadline, pauseMillis, failure);
			}
			else if (failure != null) {
				logger.warn("Lock '" + key + "' was not released; its lease will end by itself", failure);
			}
			first.complete(answer);
		});
	}

	private void repeat(String key, long sequence, Deadline deadline, long pauseMillis, Throwable failure) {
		try {
			long next = Math.min(pauseMillis * 2, LONGEST_PAUSE_MILLIS);
			this.timer.schedule(() -> attempt(key, sequence, deadline, next, new CompletableFuture<>()), pauseMillis,
					TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Lock '" + key + "' was not released before the client was closed", failure);
		}
	}

}
