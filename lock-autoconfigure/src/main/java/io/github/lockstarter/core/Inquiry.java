package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * How a gate asks the store for its lock, in the name of one acquisition at a time.
 * Guarded by the gate's mutex.
 */
final class Inquiry {

	/** The net under a lost grant. */
	private static final Duration RECHECK = Duration.ofSeconds(1);

	/** How long the store keeps a place that is not asked for again. */
	private static final Duration KEEP_PLACE = RECHECK.multipliedBy(3);

	private static final Duration RETRY = Duration.ofMillis(100);

	/** A grant is used before it is claimed if so much of the claim window is left. */
	static final long USABLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private final Gate gate;

	private final String key;

	private final Engine engine;

	/** The acquisition under which is asked, or 0. */
	private long sequence;

	/** Whether the acquisition was queued in the store. */
	private boolean placed;

	/** The longest lease that was asked for under it: so long the store may keep it. */
	private Duration askedLease = Duration.ZERO;

	private final Availability availability = new Availability();

	private boolean grantArrived;

	private @Nullable ServerTime serverTime;

	/** Whether grants can't be heard of, so that queueing need not wait for listening. */
	private boolean deaf;

	private final NextAsk nextAsk;

	/** Whether it waits for the end of a back-off's pause. */
	private boolean pausing;

	Inquiry(Gate gate, String key, Engine engine) {
		this.gate = gate;
		this.key = key;
		this.engine = engine;
		this.nextAsk = new NextAsk(gate, engine.timer());
	}

	Availability availability() {
		return this.availability;
	}

	/** Whether another holds the lock, as far as is known without asking. */
	boolean isContended() {
		return this.availability.isContended() && !this.pausing;
	}

	/**
	 * A pause is that of the head that was refused, and not of whoever comes next.
	 */
	void endPause() {
		if (this.pausing) {
			ask();
		}
	}

	/**
	 * Ask for the head, unless an answer is outstanding.
	 */
	void ask() {
		ask(this.engine.session()::acquire);
	}

	/**
	 * Give back a turn that is over, and ask for the head in the same step.
	 * @return a stage with the first answer to the release, or with {@code null} if there
	 * was a failure
	 */
	CompletionStage<@Nullable StoreAnswer> requeue(Turn over) {
		CompletableFuture<StoreAnswer> released = new CompletableFuture<>();
		ask((request) -> this.engine.session()
			.requeue(over.sequence(), over.passes(), request)
			.whenComplete((answers, failure) -> {
				if (answers != null) {
					released.complete(answers.released());
				}
				else {
					released.completeExceptionally(StoreFailures.of(failure));
				}
			})
			.thenApply(Requeued::next));
		return this.engine.releases().release(over, released);
	}

	private void ask(Function<AcquireRequest, CompletionStage<StoreAnswer>> how) {
		Waiter head = this.gate.head();
		if (head == null || this.availability.isAsking()) {
			return;
		}
		this.nextAsk.cancel();
		this.pausing = false;
		if (this.sequence == 0) {
			this.sequence = this.engine.nextSequence();
			this.placed = false;
			this.askedLease = Duration.ZERO;
		}
		long number = this.sequence;
		long sentAt = System.nanoTime();
		this.availability.asked();
		this.askedLease = Lease.longer(head.lease(), this.askedLease);
		this.grantArrived = false;
		boolean queueing = head.isPatient() && head.request().backOff() == null
				&& (this.deaf || this.engine.session().isListening(this.key));
		how.apply(request(head, number, queueing ? KEEP_PLACE : Duration.ZERO))
			.whenComplete((answer, thrown) -> onCurrent(number, () -> answered(head, sentAt, answer, thrown)));
	}

	private AcquireRequest request(Waiter head, long number, Duration queueFor) {
		return new AcquireRequest(this.key, number, head.lease(), this.engine.owner(head), queueFor,
				this.engine.localHandover().maxPasses());
	}

	/**
	 * Go on when an answer has come, unless its acquisition was ended meanwhile.
	 */
	private void onCurrent(long number, Runnable action) {
		this.gate.alone(() -> {
			if (number == this.sequence) {
				this.availability.asksNoMore();
				action.run();
			}
		});
	}

	private void answered(Waiter asked, long sentAt, @Nullable StoreAnswer answer, @Nullable Throwable thrown) {
		if (answer == null) {
			failed(StoreFailures.of(thrown));
			return;
		}
		this.availability.answered();
		switch (answer.state()) {
			case GRANTED -> granted(asked, sentAt, answer.token());
			case QUEUED -> {
				this.serverTime = new ServerTime(answer.clock(), sentAt);
				queued(answer.remaining());
			}
			case REFUSED -> refused(asked);
			case CANCELLED, RELEASED, LOST, UNKNOWN -> startOver();
		}
	}

	/**
	 * The head may be another than the one that asked. With the same lease it holds the
	 * lock now: were it to ask again, waiters that soon give up could keep the lock
	 * without an end, and none would ever hold it. With another lease, asking again under
	 * the same acquisition restarts the lease.
	 */
	private void granted(Waiter asked, long sentAt, long token) {
		Waiter head = this.gate.head();
		long validUntil = Lease.validUntil(sentAt, asked.lease());
		if (head == null || !head.lease().equals(asked.lease()) || validUntil - System.nanoTime() <= 0) {
			ask();
			return;
		}
		Turn granted = new Turn(this.engine, head, this.sequence, token, validUntil, this.askedLease);
		serve(head, granted, () -> this.engine.renewals().start(granted, sentAt));
	}

	private void serve(Waiter head, Turn granted, Runnable watch) {
		this.nextAsk.cancel();
		this.sequence = 0;
		this.availability.asksNoMore();
		this.availability.contended(false);
		if (this.gate.begin(granted, head)) {
			watch.run();
		}
	}

	private void queued(Duration rest) {
		this.availability.contended(true);
		this.placed = true;
		if (this.grantArrived) {
			ask();
		}
		else {
			this.nextAsk.in((rest.compareTo(RECHECK) < 0) ? rest.plusMillis(1) : RECHECK);
		}
		this.gate.refuseImpatient(Refusal.contended());
	}

	/**
	 * Another holds the lock, and this JVM was not queued: it has to listen first, unless
	 * it backs off. A refusal leaves nothing in the store that would have to be ended,
	 * unless a place was taken before.
	 */
	private void refused(Waiter asked) {
		this.availability.contended(true);
		asked.attempt();
		long number = this.sequence;
		if (!this.placed) {
			this.sequence = 0;
		}
		this.gate.refuseImpatient(Refusal.contended());
		if (asked.isExhausted()) {
			this.gate.refuse(asked, Refusal.exhausted());
		}
		Waiter head = this.gate.head();
		BackOff backOff = (head != null) ? head.request().backOff() : null;
		if (head != null && backOff != null) {
			this.pausing = true;
			this.nextAsk.in(backOff.pause(Math.max(head.attempts(), 1), ThreadLocalRandom.current().nextDouble()));
		}
		else if (head != null) {
			this.sequence = number;
			this.availability.asked();
			this.engine.session()
				.listen(this.key)
				.whenComplete((done, thrown) -> onCurrent(number, () -> listening(thrown)));
		}
	}

	private void listening(@Nullable Throwable thrown) {
		if (thrown != null) {
			StoreException cause = StoreFailures.of(thrown);
			if (cause.isPassing()) {
				failed(cause);
				return;
			}
			this.engine.reportDeafness(cause);
			this.deaf = true;
		}
		ask();
	}

	/**
	 * The acquisition is over in the store, so the head needs a new one. Asked for by the
	 * timer: a store that answers at once must not grow the stack.
	 */
	private void startOver() {
		this.sequence = 0;
		this.availability.contended(false);
		this.nextAsk.in(Duration.ZERO);
	}

	private void failed(StoreException cause) {
		this.engine.events().storeFailed(cause);
		this.availability.failed(cause);
		if (cause.isPassing()) {
			this.nextAsk.in(RETRY);
			this.gate.refuseImpatient(Refusal.unavailable(cause));
		}
		else {
			this.sequence = 0;
			this.gate.refuseAll(Refusal.unavailable(cause));
		}
	}

	/**
	 * A grant arrived. If it is for the acquisition that is being asked for, the head
	 * holds the lock for the claim window, and the claim is under way; but where that
	 * can't be counted on, it is claimed first.
	 */
	void grantArrived(Grant grant, long receivedAt) {
		Waiter head = this.gate.head();
		if (grant.sequence() != this.sequence || head == null) {
			return;
		}
		long validUntil = (this.serverTime != null) ? this.serverTime.validUntil(grant, receivedAt) : receivedAt;
		if (validUntil - System.nanoTime() < USABLE_NANOS) {
			recheck();
			return;
		}
		Turn granted = new Turn(this.engine, head, this.sequence, grant.token(), validUntil, this.askedLease);
		granted.claiming();
		this.availability.answered();
		serve(head, granted, () -> claim(head, granted));
	}

	private void claim(Waiter head, Turn granted) {
		long sentAt = System.nanoTime();
		CompletionStage<StoreAnswer> claim = this.engine.session()
			.acquire(request(head, granted.sequence(), Duration.ZERO));
		this.engine.renewals().startUnclaimed(granted, claim, sentAt);
	}

	void recheck() {
		this.grantArrived = true;
		ask();
	}

	/**
	 * Nobody waits any more: finish the acquisition in the store.
	 */
	void end() {
		this.nextAsk.cancel();
		this.pausing = false;
		this.availability.contended(false);
		if (this.sequence != 0) {
			long number = this.sequence;
			this.sequence = 0;
			this.availability.asksNoMore();
			this.engine.releases().cancel(this.key, number, this.askedLease);
		}
	}

}
