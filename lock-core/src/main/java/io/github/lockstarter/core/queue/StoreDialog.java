package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.core.hold.GrantDetails;
import io.github.lockstarter.core.hold.JvmLease;
import io.github.lockstarter.core.hold.LeaseMath;
import io.github.lockstarter.core.hold.StoreFailures;
import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.queue.AcquisitionPhase.Asking;
import io.github.lockstarter.core.queue.AcquisitionPhase.AskingBehind;
import io.github.lockstarter.core.queue.AcquisitionPhase.Idle;
import io.github.lockstarter.core.queue.AcquisitionPhase.Pausing;
import io.github.lockstarter.core.queue.AcquisitionPhase.Queued;
import io.github.lockstarter.core.queue.AcquisitionPhase.Subscribing;
import io.github.lockstarter.core.queue.PendingAcquisition.Hearing;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * The dialog of a queue with the store: one {@link AcquisitionPhase state}, changed by
 * what the head wants, by answers and pushed grants, and by the state's deadline. Guarded
 * by the queue's mutex, but for the state, which anybody may look at. What is sent, is
 * sent when the mutex is free.
 */
final class StoreDialog implements AcquireAttempt.Receiver {

	/** Silence after which the last answer of the store is forgotten. */
	private static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	/**
	 * A waiter that has heard nothing at all takes the store for unavailable after this
	 * time.
	 */
	private static final long FIRST_SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

	private final LockQueue queue;

	private final Platform platform;

	private final StoreRequests requests;

	/**
	 * Number of times another held the lock, since it was last known to be free or held
	 * here.
	 */
	private int refusals;

	/**
	 * Moment at which the store answered last, or this JVM held the lock; 0 if neither.
	 */
	private long answeredAt;

	/** Why the store could not answer last; {@code null} if it did. */
	private @Nullable StoreException failure;

	private volatile AcquisitionPhase state = Idle.STATE;

	StoreDialog(LockQueue queue, Platform platform, StoreRequests requests) {
		this.queue = queue;
		this.platform = platform;
		this.requests = requests;
	}

	AcquisitionPhase state() {
		return this.state;
	}

	/**
	 * Note whether another holds the lock; false if none does as far as is known.
	 * @return whether this is news: whoever waits has to wait for another from now on
	 */
	private boolean contended(boolean byAnother) {
		boolean news = byAnother && this.refusals == 0;
		this.refusals = byAnother ? this.refusals + 1 : 0;
		return news;
	}

	private void reportWait(boolean news) {
		if (news) {
			this.queue.reportWait();
		}
	}

	/** Whether another holds the lock, as far as is known without asking. */
	boolean isContended() {
		return this.refusals > 0 && !this.requests.isSilentFor(SILENCE_NANOS);
	}

	/** Why the store could not answer last; {@code null} if it did. */
	@Nullable StoreException failure() {
		return this.failure;
	}

	/** Whether the store has failed, or does not answer a waiter. */
	boolean isUnavailable(long waitingSince) {
		return this.failure != null || (this.state.isAsking() && isSilent(waitingSince));
	}

	/** Whether the store does not answer a waiter that has waited since then. */
	private boolean isSilent(long waitingSince) {
		boolean heard = this.answeredAt != 0 && this.answeredAt - waitingSince > 0;
		return this.requests.isSilentFor((this.refusals > 0 || heard) ? SILENCE_NANOS : FIRST_SILENCE_NANOS);
	}

	/** Why a waiter whose time is over did not get the lock. */
	Refusal refusal(long waitingSince) {
		if (isUnavailable(waitingSince)) {
			return Refusal.unavailable((this.failure != null) ? this.failure : this.requests.reasonForSilence());
		}
		StoreException unreleased = this.requests.unreleased(this.queue.key);
		return (unreleased != null) ? Refusal.unreleased(unreleased) : Refusal.contended();
	}

	/** The store answers at this moment: this JVM held the lock. */
	void answered() {
		this.failure = null;
		this.answeredAt = this.platform.nanoTime() | 1;
	}

	/** Ask for the head, unless something is being done for it. */
	void askIfIdle() {
		if (this.state instanceof Idle) {
			ask();
		}
	}

	/**
	 * A JVM lease was given back. Without a queue, others get the lock only if nobody
	 * asks here for a while.
	 */
	void givenBack(JvmLease over) {
		if (this.requests.canQueue() || this.queue.head() == null || !(this.state instanceof Idle)) {
			askIfIdle();
		}
		else {
			pause(Math.min(over.nanosSoFar(), BackOff.DEFAULT.max().toNanos()));
		}
	}

	/** Ask for the head a little later, unless something is being done for it. */
	void askSoon() {
		if (this.state instanceof Idle) {
			this.state = Pausing.briefly(this.platform.nanoTime());
		}
	}

	/** Ask for the head, unless that is under way. */
	void ask() {
		if (!this.state.isUnderWay()) {
			AcquireAttempt next = next();
			if (next != null) {
				this.queue.later(() -> this.requests.acquire(next));
			}
		}
	}

	/**
	 * The deadline of the state is over, or near enough to go with others.
	 * @return what to ask; {@code null} if there is nothing, or no head any more
	 */
	@Nullable AcquireAttempt due(long now) {
		AcquisitionPhase due = this.state;
		if (due.until() == AcquisitionPhase.NEVER || due.earliest() - now > 0) {
			return null;
		}
		if (due instanceof Subscribing subscribing) {
			this.state = new Pausing(subscribing.acquisition().hearing(Hearing.NOT_YET), now);
		}
		if (due instanceof AskingBehind behind) {
			cancel(behind.acquisition());
			skip(behind.attempt());
		}
		return next();
	}

	/** The next request, in the name of the head; the state is asking then. */
	@Nullable AcquireAttempt next() {
		Waiter head = this.queue.head();
		if (head == null) {
			end();
			return null;
		}
		AcquireAttempt attempt = asked(head, pending(head));
		this.state = Asking.from(attempt.sentAt.nanos(), attempt.acquisition);
		return attempt;
	}

	/**
	 * The request of the head, which goes together with others.
	 * @param first whether it is the first of them
	 */
	@Nullable AcquireAttempt together(boolean first) {
		AcquireAttempt attempt = next();
		if (attempt != null && !first) {
			this.state = AskingBehind.from(attempt.sentAt.nanos(), attempt);
		}
		return attempt;
	}

	/**
	 * The acquisition to go on with. A head that wants to share the lock otherwise than
	 * the one before it needs a new one.
	 */
	private PendingAcquisition pending(Waiter head) {
		PendingAcquisition known = this.state.acquisition();
		if (known != null && Objects.equals(known.share(), head.share)) {
			return known.asked(this.requests.longestKept(head));
		}
		if (known != null) {
			endInStore();
		}
		return this.requests.begin(head);
	}

	private AcquireAttempt asked(Waiter head, PendingAcquisition asked) {
		return new AcquireAttempt(this.queue.key, asked, head, Moment.now(this.platform), this,
				!this.queue.hasJvmLeases());
	}

	@Override
	public void answered(AcquireAttempt attempt, @Nullable StoreAnswer answer, @Nullable Throwable thrown) {
		this.queue.underMutex(() -> received(attempt, answer, thrown));
	}

	/**
	 * An answer to a request that was repeated meanwhile counts if it is a grant; one of
	 * an acquisition that nobody remembers is given back if it is a grant.
	 */
	private void received(AcquireAttempt attempt, @Nullable StoreAnswer answer, @Nullable Throwable thrown) {
		PendingAcquisition asked = attempt.acquisition;
		PendingAcquisition current = this.state.acquisition();
		boolean granted = answer != null && answer.state() == AcquisitionState.GRANTED;
		if (current == null || current.sequence() != asked.sequence()) {
			if (granted && !this.queue.holds(asked.sequence())) {
				cancel(asked);
			}
		}
		else if (granted || this.state.isAsking()) {
			boolean pushed = this.state instanceof Asking asking && asking.pushed();
			if (answer == null) {
				failed(current, StoreFailures.of(thrown));
			}
			else {
				answered();
				answered(current, attempt, answer, pushed);
			}
		}
	}

	@Override
	public void notTaken(AcquireAttempt attempt) {
		this.queue.underMutex(() -> {
			if (isAskedFor(attempt)) {
				askAgain(attempt.acquisition);
			}
		});
	}

	@Override
	public void skipped(AcquireAttempt attempt, boolean perhapsGranted) {
		this.queue.underMutex(() -> {
			if (perhapsGranted && !this.queue.holds(attempt.acquisition.sequence())) {
				cancel(attempt.acquisition);
			}
			if (isAskedFor(attempt)) {
				skip(attempt);
				ask();
			}
		});
	}

	private boolean isAskedFor(AcquireAttempt attempt) {
		PendingAcquisition current = this.state.acquisition();
		return this.state.isAsking() && current != null && current.sequence() == attempt.acquisition.sequence();
	}

	/** Waiters that have joined meanwhile ask under numbers of their own. */
	private void skip(AcquireAttempt attempt) {
		idle();
		this.queue.skip(attempt.head);
	}

	private void answered(PendingAcquisition current, AcquireAttempt attempt, StoreAnswer answer, boolean pushed) {
		switch (answer.state()) {
			case GRANTED -> granted(current, attempt, answer, pushed);
			case QUEUED -> {
				queued(current.placed(new ServerTime(answer.clock(), attempt.sentAt), this.requests.secrets()),
						answer.remaining());
				if (pushed || isOfFormerHead(attempt)) {
					ask();
				}
			}
			case REFUSED -> refused(current);
			case LOST -> lost(current);
			case CANCELLED, RELEASED, UNKNOWN -> startOver();
		}
	}

	/**
	 * The head may be another than the one that asked. With the same lease it holds the
	 * lock now: if it asked again, waiters that soon give up could keep the lock for ever
	 * without ever holding it. With another lease, asking again under the same
	 * acquisition restarts the lease. A store may grant it for a shorter time.
	 */
	private void granted(PendingAcquisition current, AcquireAttempt attempt, StoreAnswer answer, boolean pushed) {
		boolean placed = current.isPlaced();
		if (placed && !pushed) {
			missed();
		}
		Waiter head = this.queue.head();
		Duration lease = attempt.head.lease;
		Moment validUntil = LeaseMath.end(attempt.sentAt, LeaseMath.shorter(lease, answer.remaining()));
		if (head == null || !head.wantsTheSame(attempt.head) || validUntil.assuredNanosLeft(this.platform) <= 0) {
			askAgain(current);
			return;
		}
		idle();
		if (!placed && this.queue.joins(head)) {
			cancel(current);
			return;
		}
		JvmLease begun = this.queue.begin(new GrantDetails(this.queue.key, current.sequence(), answer.token(),
				validUntil, true, answer.remaining().compareTo(lease) > 0, current.longestKept(),
				GrantDetails.othersSince(attempt.sentAt, answer.othersWaited())), head);
		this.queue.later(() -> this.requests.watch(begun, attempt.sentAt));
		this.queue.serve(begun, head);
	}

	private void askAgain(PendingAcquisition current) {
		this.state = new Pausing(current, this.platform.nanoTime());
		ask();
	}

	private void queued(PendingAcquisition placed, Duration rest) {
		boolean news = contended(true);
		this.state = Queued.from(this.platform.nanoTime(), placed, rest, this.requests.pace());
		this.queue.refuseImpatient(Refusal::contended);
		reportWait(news);
	}

	/**
	 * Whether the head is a fair waiter that came after the one that asked, and so has to
	 * be placed by its own age.
	 */
	private boolean isOfFormerHead(AcquireAttempt attempt) {
		Waiter head = this.queue.head();
		return head != null && head.isFair() && head != attempt.head;
	}

	/**
	 * Another holds the lock, and this JVM was not queued: it has to subscribe first, or
	 * to poll if the store has no queue.
	 */
	private void refused(PendingAcquisition current) {
		if (!this.requests.canQueue()) {
			pause(BackOff.DEFAULT.pause(this.refusals + 1, this.platform.random()).toNanos());
			return;
		}
		boolean news = contended(true);
		this.state = Subscribing.from(this.platform.nanoTime(), current);
		this.queue.refuseImpatient(Refusal::contended);
		if (this.queue.head() != null) {
			this.queue.later(() -> this.requests.listen(this.queue.key,
					(done, thrown) -> this.queue.underMutex(() -> subscribed(current, thrown))));
		}
		reportWait(news);
	}

	/** Others have their turn; then the head asks under a number of its own. */
	private void pause(long nanos) {
		boolean news = contended(true);
		this.state = new Pausing(null, this.platform.nanoTime() + nanos);
		this.queue.refuseImpatient(Refusal::contended);
		reportWait(news);
	}

	private void subscribed(PendingAcquisition asked, @Nullable Throwable thrown) {
		if (this.state instanceof Subscribing && asked.equals(this.state.acquisition())) {
			PendingAcquisition heard = asked;
			if (thrown != null) {
				StoreException cause = StoreFailures.of(thrown);
				heard = asked.hearing(cause.isPassing() ? Hearing.NOT_YET : Hearing.NEVER);
				this.queue.later(() -> this.requests.cannotListen(cause));
			}
			askAgain(heard);
		}
	}

	/**
	 * The acquisition was granted the lock, and has lost it since the grant was not heard
	 * of, or too late.
	 */
	private void lost(PendingAcquisition current) {
		if (current.isPlaced()) {
			missed();
		}
		startOver();
	}

	private void missed() {
		this.queue.later(() -> this.requests.missed(this.queue.key));
	}

	/**
	 * The acquisition is over in the store, so the head needs a new one. Asked for by the
	 * timer: a store that answers at once must not grow the stack.
	 */
	private void startOver() {
		contended(false);
		this.state = new Pausing(null, this.platform.nanoTime());
	}

	private void failed(PendingAcquisition current, StoreException cause) {
		this.queue.later(() -> this.requests.failed(cause));
		this.failure = cause;
		this.refusals = 0;
		if (!this.requests.canQueue()) {
			cancel(current);
		}
		this.state = Pausing.afterFailure(this.platform.nanoTime(), this.requests.canQueue() ? current : null);
		if (cause.isPassing()) {
			this.queue.refuseImpatient(() -> Refusal.unavailable(cause));
		}
		else {
			this.queue.refuseAll(Refusal.unavailable(cause));
		}
	}

	/**
	 * A grant arrived. If it is for the acquisition that is being asked for, the head
	 * holds the lock for the claim window, or for its lease if that is shorter, and it is
	 * claimed later: setting a timer wakes a thread, and the head's is to be woken first.
	 * But where the window can't be counted on, or anybody may have sent the grant, it is
	 * claimed first.
	 */
	void pushed(GrantNotification grant, Moment receivedAt) {
		Waiter head = this.queue.head();
		PendingAcquisition current = this.state.acquisition();
		if (current == null || grant.sequence() != current.sequence() || head == null) {
			return;
		}
		Moment window = current.validUntil(grant, receivedAt);
		Moment validUntil = window.earlier(LeaseMath.end(receivedAt, head.lease));
		if (validUntil.assuredNanosLeft(this.platform) < LeaseMath.PROMPT_NANOS
				|| !Objects.equals(head.share, current.share()) || !isSentByStore(grant, current)) {
			ask();
			if (this.state instanceof Asking asking) {
				this.state = asking.afterPush();
			}
			return;
		}
		answered();
		AcquireAttempt claim = asked(head, current);
		idle();
		JvmLease begun = this.queue.begin(current.granted(this.queue.key, grant, validUntil, window), head);
		this.queue.serve(begun, head);
		this.queue.later(() -> this.requests.claim(begun, claim));
	}

	/** One of a former version has no proof. */
	private boolean isSentByStore(GrantNotification grant, PendingAcquisition asked) {
		boolean sent = asked.isProvenBy(grant);
		if (!sent && !grant.proof().isEmpty()) {
			this.requests.forged(grant);
		}
		return sent;
	}

	/**
	 * A grant may have been missed: ask now, or as soon as the answer that is waited for
	 * has come.
	 */
	void recheck() {
		if (this.state instanceof Asking asking) {
			this.state = asking.afterPush();
		}
		else {
			ask();
		}
	}

	/** The next waiter may have come later than others elsewhere. */
	void headHasLeft(Waiter next) {
		if (next.isFair()) {
			recheck();
		}
	}

	private void idle() {
		this.state = Idle.STATE;
		contended(false);
	}

	/**
	 * Nobody waits any more: finish the acquisition in the store, unless it is known that
	 * there is nothing to finish.
	 */
	void end() {
		endInStore();
		idle();
	}

	private void endInStore() {
		PendingAcquisition unfinished = this.state.unfinished();
		if (unfinished != null) {
			cancel(unfinished);
		}
	}

	private void cancel(PendingAcquisition over) {
		this.queue.later(() -> this.requests.cancel(this.queue.key, over.sequence(), over.longestKept()));
	}

}
