package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockInstrumentation.RenewalOutcome;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.StoreAnswer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Renews the leases of all turns, and notices when one has ended. One timer looks at all
 * of them, and renews together what is due at about the same time; each answer counts for
 * its own turn. A failed renewal is no loss: it is repeated quickly until validity ends.
 * Thread-safe.
 */
final class Renewals {

	private static final Log logger = LogFactory.getLog(Renewals.class);

	private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	/** A renewal may come earlier by this part of its interval, to go with others. */
	private static final int EARLIER = 8;

	private final LockSession session;

	private final Events events;

	private final @Nullable Duration interval;

	private final Set<Turn> turns = ConcurrentHashMap.newKeySet();

	private final Alarm alarm;

	Renewals(LockSession session, ScheduledExecutorService timer, @Nullable Duration interval, Events events) {
		this.session = session;
		this.events = events;
		this.interval = interval;
		this.alarm = new Alarm(timer, this::tick);
	}

	/**
	 * Watch over a turn from now on, whose lease the store has confirmed.
	 * @param sentAt when that was asked for
	 */
	void start(Turn turn, long sentAt) {
		this.turns.add(turn);
		plan(turn, sentAt);
	}

	/**
	 * Watch over a turn that is valid for the claim window only.
	 * @param claim the answer to the claim
	 * @param sentAt when the claim was sent
	 */
	void startUnclaimed(Turn turn, CompletionStage<StoreAnswer> claim, long sentAt) {
		this.turns.add(turn);
		wake(turn);
		follow(turn, claim, sentAt);
	}

	/**
	 * Watch no more.
	 */
	void end(Turn turn) {
		this.turns.remove(turn);
	}

	/**
	 * Renew no more, but still notice the end of validity. To be called when the timer
	 * was shut down, which keeps no thread for it.
	 */
	void stop() {
		this.turns.forEach(this::awaitEnd);
	}

	boolean isIdle() {
		return this.turns.isEmpty();
	}

	Alarm alarm() {
		return this.alarm;
	}

	private void plan(Turn turn, long sentAt) {
		if (turn.hold().isRenewed()) {
			turn.planRenewal(sentAt + intervalNanos(turn));
		}
		wake(turn);
	}

	private void wake(Turn turn) {
		long now = System.nanoTime();
		if (!this.alarm.wake(now + Math.max(turn.idleNanos(now), 0))) {
			logger.debug("The client is closed: the lease of lock '" + turn.key() + "' ends by itself");
			awaitEnd(turn);
		}
	}

	private void awaitEnd(Turn turn) {
		CompletableFuture.delayedExecutor(turn.remainingNanos(), TimeUnit.NANOSECONDS).execute(() -> {
			if (turn.remainingNanos() <= 0) {
				expire(turn);
			}
			else {
				awaitEnd(turn);
			}
		});
	}

	/**
	 * The interval was chosen for the usual lease: for a lease too short for it, a third.
	 */
	private long intervalNanos(Turn turn) {
		long lease = turn.hold().lease().toNanos();
		Duration chosen = this.interval;
		return (chosen != null && chosen.toNanos() < lease / 2) ? chosen.toNanos() : lease / 3;
	}

	/** Several attempts fit into what is left, be it a lease or only a claim window. */
	private long retryNanos(Turn turn) {
		return Math.max(Math.min(intervalNanos(turn) / 8, turn.remainingNanos() / 4), SHORTEST_PAUSE_NANOS);
	}

	/**
	 * Do what is due.
	 * @return how long nothing needs to happen then
	 */
	private long tick() {
		long now = System.nanoTime();
		long idle = Long.MAX_VALUE;
		List<Turn> due = new ArrayList<>();
		for (Turn turn : this.turns) {
			if (turn.remainingNanos() <= 0) {
				expire(turn);
				continue;
			}
			if (turn.takeRenewal(now + intervalNanos(turn) / EARLIER)) {
				due.add(turn);
			}
			idle = Math.min(idle, turn.idleNanos(now));
		}
		renew(due, now);
		return idle;
	}

	private void expire(Turn turn) {
		if (this.turns.remove(turn)) {
			turn.hold().expire();
		}
	}

	private void renew(List<Turn> due, long sentAt) {
		if (due.isEmpty()) {
			return;
		}
		List<CompletionStage<StoreAnswer>> renewals = this.session.renew(due.stream().map(Renewals::request).toList());
		for (int i = 0; i < due.size(); i++) {
			LockCall call = due.get(i).hold().request().call();
			follow(due.get(i), renewals.get(i).whenComplete((answer, failure) -> count(call, answer)), sentAt);
		}
	}

	private void count(LockCall call, @Nullable StoreAnswer answer) {
		if (answer == null) {
			this.events.renewed(call, RenewalOutcome.FAILED);
		}
		else {
			boolean done = answer.state() == AcquisitionState.GRANTED;
			this.events.renewed(call, done ? RenewalOutcome.DONE : RenewalOutcome.REFUSED);
		}
	}

	private static RenewRequest request(Turn turn) {
		Hold hold = turn.hold();
		return new RenewRequest(turn.key(), turn.sequence(), hold.upToMaxHold(hold.lease()));
	}

	private void follow(Turn turn, CompletionStage<StoreAnswer> renewal, long sentAt) {
		renewal.whenComplete((answer, failure) -> {
			if (!this.turns.contains(turn)) {
				return;
			}
			if (answer == null) {
				logger.debug("Lock '" + turn.key() + "' was not renewed, trying again", failure);
				this.events.storeFailed(StoreFailures.of(failure));
				turn.doubt();
				turn.planRenewal(System.nanoTime() + retryNanos(turn));
				wake(turn);
			}
			else if (answer.state() == AcquisitionState.GRANTED) {
				turn.confirm(sentAt, answer.remaining());
				plan(turn, sentAt);
			}
			else {
				turn.disown(answer);
			}
		});
	}

}
