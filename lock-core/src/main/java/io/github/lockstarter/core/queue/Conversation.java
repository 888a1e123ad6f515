package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.Objects;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.core.hold.Granted;
import io.github.lockstarter.core.hold.Lease;
import io.github.lockstarter.core.hold.StoreFailures;
import io.github.lockstarter.core.hold.Turn;
import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.queue.ConversationState.Asking;
import io.github.lockstarter.core.queue.ConversationState.AskingBehind;
import io.github.lockstarter.core.queue.ConversationState.Idle;
import io.github.lockstarter.core.queue.ConversationState.Pausing;
import io.github.lockstarter.core.queue.ConversationState.Queued;
import io.github.lockstarter.core.queue.ConversationState.Subscribing;
import io.github.lockstarter.core.queue.PendingAcquisition.Hearing;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * A gate's conversation with the store: one {@link ConversationState state}, changed by
 * what the head wants, by answers and pushed grants, and by the state's deadline. Guarded
 * by the gate's mutex, but for the state, which anybody may look at. What is sent, is
 * sent when the mutex is free.
 */
final class Conversation extends Availability implements Ask.Receiver {

	private final String key;

	private final HeadOfLine line;

	private final Platform platform;

	private final RecheckPace pace;

	private volatile ConversationState state = Idle.STATE;

	Conversation(String key, HeadOfLine line, Platform platform, StoreRequests requests, RecheckPace pace) {
		super(requests);
		this.key = key;
		this.line = line;
		this.platform = platform;
		this.pace = pace;
	}

	String key() {
		return this.key;
	}

	ConversationState state() {
		return this.state;
	}

	/** Whether the store has failed, or does not answer a waiter. */
	boolean isUnavailable(long waitingSince) {
		return failure() != null || (this.state.isAsking() && isSilent(waitingSince));
	}

	/** Why a waiter whose time is over did not get the lock. */
	Refusal refusal(long waitingSince) {
		if (isUnavailable(waitingSince)) {
			return Refusal.unavailable(failure());
		}
		StoreException unreleased = requests().unreleased(this.key);
		return (unreleased != null) ? Refusal.unreleased(unreleased) : Refusal.contended();
	}

	/** The store answers at this moment: this JVM held the lock. */
	void answered() {
		noteAnswer(this.platform.nanoTime());
	}

	/** Ask for the head, unless something is being done for it. */
	void askIfIdle() {
		if (this.state instanceof Idle) {
			ask();
		}
	}

	/**
	 * A turn of this JVM was given back. Without a queue, others get the lock only if
	 * nobody asks here for a while.
	 */
	void givenBack(Turn over) {
		if (requests().canQueue() || this.line.head() == null || !(this.state instanceof Idle)) {
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
			Ask next = next();
			if (next != null) {
				this.line.later(() -> requests().acquire(next));
			}
		}
	}

	/**
	 * The deadline of the state is over, or near enough to go with others.
	 * @return what to ask; {@code null} if there is nothing, or no head any more
	 */
	@Nullable Ask due(long now) {
		ConversationState due = this.state;
		if (due.until() == ConversationState.NEVER || due.earliest() - now > 0) {
			return null;
		}
		if (due instanceof Subscribing subscribing) {
			this.state = new Pausing(subscribing.acquisition().hearing(Hearing.NOT_YET), now);
		}
		if (due instanceof AskingBehind behind) {
			cancel(behind.acquisition());
			passOver(behind.ask());
		}
		return next();
	}

	/** The next request, in the name of the head; the state is asking then. */
	@Nullable Ask next() {
		Waiter head = this.line.head();
		if (head == null) {
			end();
			return null;
		}
		PendingAcquisition asked = pending(head).asked(requests().longestKept(head));
		this.state = Asking.from(this.platform.nanoTime(), asked);
		return asked(head, asked);
	}

	/**
	 * The request of the head, which goes together with others.
	 * @param first whether it is the first of them
	 */
	@Nullable Ask together(boolean first) {
		Ask ask = next();
		if (ask != null && !first) {
			this.state = AskingBehind.from(this.platform.nanoTime(), ask);
		}
		return ask;
	}

	/**
	 * The acquisition to go on with. A head that wants to share the lock otherwise than
	 * the one before it needs a new one.
	 */
	private PendingAcquisition pending(Waiter head) {
		PendingAcquisition known = this.state.acquisition();
		if (known != null && Objects.equals(known.share(), head.share())) {
			return known;
		}
		endInStore();
		return new PendingAcquisition(requests().nextSequence(), head.share(), head.lease());
	}

	private Ask asked(Waiter head, PendingAcquisition asked) {
		return new Ask(this.key, asked, head, this.platform.now(), this, !this.line.hasTurns());
	}

	@Override
	public void answered(Ask ask, @Nullable StoreAnswer answer, @Nullable Throwable thrown) {
		this.line.alone(() -> received(ask, answer, thrown));
	}

	/**
	 * An answer to a request that was repeated meanwhile counts if it is a grant; one of
	 * an acquisition that nobody remembers is given back if it is a grant.
	 */
	private void received(Ask ask, @Nullable StoreAnswer answer, @Nullable Throwable thrown) {
		PendingAcquisition asked = ask.acquisition();
		PendingAcquisition current = this.state.acquisition();
		boolean granted = answer != null && answer.state() == AcquisitionState.GRANTED;
		if (current == null || current.sequence() != asked.sequence()) {
			if (granted && !this.line.holds(asked.sequence())) {
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
				answered(current, ask, answer, pushed);
			}
		}
	}

	@Override
	public void notTaken(Ask ask) {
		this.line.alone(() -> {
			if (isAskedFor(ask)) {
				askAgain(ask.acquisition());
			}
		});
	}

	@Override
	public void passedOver(Ask ask, boolean perhapsGranted) {
		this.line.alone(() -> {
			if (perhapsGranted && !this.line.holds(ask.acquisition().sequence())) {
				cancel(ask.acquisition());
			}
			if (isAskedFor(ask)) {
				passOver(ask);
				ask();
			}
		});
	}

	private boolean isAskedFor(Ask ask) {
		PendingAcquisition current = this.state.acquisition();
		return this.state.isAsking() && current != null && current.sequence() == ask.acquisition().sequence();
	}

	/** Waiters that have joined meanwhile ask under numbers of their own. */
	private void passOver(Ask ask) {
		idle();
		this.line.passOver(ask.head());
	}

	private void answered(PendingAcquisition current, Ask ask, StoreAnswer answer, boolean pushed) {
		switch (answer.state()) {
			case GRANTED -> granted(current, ask, answer, pushed);
			case QUEUED -> {
				queued(current.placed(new ServerTime(answer.clock(), ask.sentAt()), requests().secrets()),
						answer.remaining());
				if (pushed || isOfFormerHead(ask)) {
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
	private void granted(PendingAcquisition current, Ask ask, StoreAnswer answer, boolean pushed) {
		if (current.isPlaced() && !pushed) {
			missed();
		}
		Waiter head = this.line.head();
		Duration lease = ask.head().lease();
		Moment validUntil = Lease.end(ask.sentAt(), Lease.shorter(lease, answer.remaining()));
		if (head == null || !head.wantsTheSame(ask.head()) || this.platform.assuredNanosUntil(validUntil) <= 0) {
			askAgain(current);
			return;
		}
		idle();
		if (!current.isPlaced() && this.line.joins(head)) {
			cancel(current);
			return;
		}
		Turn begun = this.line.begin(new Granted(this.key, current.sequence(), answer.token(), validUntil, true,
				answer.remaining().compareTo(lease) > 0, current.longestKept(),
				Granted.othersSince(ask.sentAt(), answer.othersWaited())), head);
		this.line.later(() -> requests().watch(begun, ask.sentAt()));
		this.line.serve(begun, head);
	}

	private void askAgain(PendingAcquisition current) {
		this.state = new Pausing(current, this.platform.nanoTime());
		ask();
	}

	private void queued(PendingAcquisition placed, Duration rest) {
		contended(true);
		this.state = Queued.from(this.platform.nanoTime(), placed, rest, this.pace);
		this.line.refuseImpatient(Refusal::contended);
	}

	/** Whether a waiter that has gone was placed by its age, and the next came later. */
	private boolean isOfFormerHead(Ask ask) {
		Waiter head = this.line.head();
		return head != null && head.isFair() && head != ask.head();
	}

	/**
	 * Another holds the lock, and this JVM was not queued: it has to subscribe first, or
	 * to poll if the store has no queue.
	 */
	private void refused(PendingAcquisition current) {
		if (!requests().canQueue()) {
			pause(BackOff.DEFAULT.pause(refusals() + 1, this.platform.random()).toNanos());
			return;
		}
		contended(true);
		this.state = Subscribing.from(this.platform.nanoTime(), current);
		this.line.refuseImpatient(Refusal::contended);
		if (this.line.head() != null) {
			this.line.later(() -> requests().listen(this.key,
					(done, thrown) -> this.line.alone(() -> subscribed(current, thrown))));
		}
	}

	/** Others have their turn; then the head asks under a number of its own. */
	private void pause(long nanos) {
		contended(true);
		this.state = new Pausing(null, this.platform.nanoTime() + nanos);
		this.line.refuseImpatient(Refusal::contended);
	}

	private void subscribed(PendingAcquisition asked, @Nullable Throwable thrown) {
		if (this.state instanceof Subscribing && asked.equals(this.state.acquisition())) {
			PendingAcquisition heard = asked;
			if (thrown != null) {
				StoreException cause = StoreFailures.of(thrown);
				heard = asked.hearing(cause.isPassing() ? Hearing.NOT_YET : Hearing.NEVER);
				this.line.later(() -> requests().cannotListen(cause));
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
		this.line.later(() -> requests().missed(this.key));
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
		this.line.later(() -> requests().failed(cause));
		noteFailure(cause);
		if (!requests().canQueue()) {
			cancel(current);
		}
		this.state = Pausing.afterFailure(this.platform.nanoTime(), requests().canQueue() ? current : null);
		if (cause.isPassing()) {
			this.line.refuseImpatient(() -> Refusal.unavailable(cause));
		}
		else {
			this.line.refuseAll(Refusal.unavailable(cause));
		}
	}

	/**
	 * A grant arrived. If it is for the acquisition that is being asked for, the head
	 * holds the lock for the claim window, or for its lease if that is shorter, and it is
	 * claimed later: setting a timer wakes a thread, and the head's is to be woken first.
	 * But where the window can't be counted on, or anybody may have sent the grant, it is
	 * claimed first.
	 */
	void pushed(Grant grant, Moment receivedAt) {
		Waiter head = this.line.head();
		PendingAcquisition current = this.state.acquisition();
		if (current == null || grant.sequence() != current.sequence() || head == null) {
			return;
		}
		Moment window = current.validUntil(grant, receivedAt);
		Moment validUntil = window.earlier(Lease.end(receivedAt, head.lease()));
		if (this.platform.assuredNanosUntil(validUntil) < Lease.PROMPT_NANOS
				|| !Objects.equals(head.share(), current.share()) || !isSentByStore(grant, current)) {
			ask();
			if (this.state instanceof Asking asking) {
				this.state = asking.afterPush();
			}
			return;
		}
		answered();
		Ask claim = asked(head, current);
		idle();
		Turn begun = this.line.begin(current.granted(this.key, grant, validUntil, window), head);
		this.line.serve(begun, head);
		this.line.later(() -> requests().claim(begun, claim));
	}

	/** One of a former version has no proof. */
	private boolean isSentByStore(Grant grant, PendingAcquisition asked) {
		boolean sent = asked.isProvenBy(grant);
		if (!sent && !grant.proof().isEmpty()) {
			requests().forged(grant);
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
		this.line.later(() -> requests().cancel(this.key, over.sequence(), over.longestKept()));
	}

}
