package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreAnswer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Renews leases, and notices when one has ended. A failed renewal is no loss: it is
 * repeated quickly until validity ends.
 */
final class Renewals {

	private static final Log logger = LogFactory.getLog(Renewals.class);

	private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	private final LockSession session;

	private final ScheduledExecutorService timer;

	private final @Nullable Duration interval;

	Renewals(LockSession session, ScheduledExecutorService timer, @Nullable Duration interval) {
		this.session = session;
		this.timer = timer;
		this.interval = interval;
	}

	/**
	 * Watch over a hold from now on, whose lease the store has confirmed.
	 * @param sentAt when that was asked for
	 */
	void start(Hold hold, long sentAt) {
		if (hold.request().autoRenew() && !hold.isEnding()) {
			scheduleRenewal(hold, sentAt + intervalNanos(hold) - System.nanoTime());
		}
		else {
			scheduleEnd(hold);
		}
	}

	/**
	 * Watch over a hold that is valid for the claim window only.
	 * @param claim the answer to the claim
	 * @param sentAt when the claim was sent
	 */
	void startUnclaimed(Hold hold, CompletionStage<StoreAnswer> claim, long sentAt) {
		hold.doubt();
		await(hold, claim, sentAt);
	}

	/**
	 * Renew no more, but still notice the end of validity. To be called when the timer
	 * was shut down, which keeps no thread for it.
	 */
	void stop(Hold hold) {
		scheduleEnd(hold);
	}

	/**
	 * The interval was chosen for the usual lease: for a lease too short for it, a third.
	 */
	private long intervalNanos(Hold hold) {
		long lease = hold.lease().toNanos();
		Duration chosen = this.interval;
		return (chosen != null && chosen.toNanos() < lease / 2) ? chosen.toNanos() : lease / 3;
	}

	/** Several attempts fit into what is left, be it a lease or only a claim window. */
	private long retryNanos(Hold hold) {
		return Math.max(Math.min(intervalNanos(hold) / 8, hold.remainingNanos() / 4), SHORTEST_PAUSE_NANOS);
	}

	private void scheduleRenewal(Hold hold, long nanos) {
		schedule(hold, () -> renew(hold), Math.min(nanos, hold.remainingNanos()));
	}

	private void scheduleEnd(Hold hold) {
		schedule(hold, () -> checkEnd(hold), hold.remainingNanos());
	}

	private void schedule(Hold hold, Runnable tick, long nanos) {
		try {
			hold.nextTick().replace(this.timer.schedule(tick, nanos, TimeUnit.NANOSECONDS));
		}
		catch (RejectedExecutionException ex) {
			logger.debug("The client is closed: the lease of lock '" + hold.key() + "' ends by itself");
			hold.nextTick()
				.replace(CompletableFuture.runAsync(() -> checkEnd(hold),
						CompletableFuture.delayedExecutor(hold.remainingNanos(), TimeUnit.NANOSECONDS)));
		}
	}

	private void checkEnd(Hold hold) {
		if (hold.isLost()) {
			hold.expire();
		}
		else {
			scheduleEnd(hold);
		}
	}

	private void renew(Hold hold) {
		if (hold.isLost()) {
			hold.expire();
			return;
		}
		long sentAt = System.nanoTime();
		await(hold, this.session.renew(hold.key(), hold.sequence(), hold.upToMaxHold(hold.lease())), sentAt);
	}

	private void await(Hold hold, CompletionStage<StoreAnswer> renewal, long sentAt) {
		scheduleEnd(hold);
		renewal.whenComplete((answer, failure) -> {
			if (answer != null) {
				answered(hold, answer, sentAt);
			}
			else if (hold.isHeld()) {
				logger.debug("Lock '" + hold.key() + "' was not renewed, trying again", failure);
				hold.doubt();
				scheduleRenewal(hold, retryNanos(hold));
			}
		});
	}

	private void answered(Hold hold, StoreAnswer answer, long sentAt) {
		if (answer.state() == AcquisitionState.GRANTED) {
			hold.confirm(sentAt, answer.remaining());
			start(hold, sentAt);
		}
		else {
			hold.disown(answer);
		}
	}

}
