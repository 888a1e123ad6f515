package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.Turn;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The queue for one lock inside this JVM. Only its head speaks to the store, by a
 * {@link Conversation} that belongs to the queue: when the head gives up, the next waiter
 * takes it over; when the last one does, it is ended in the store. While this JVM has the
 * lock alone, it passes from thread to thread. Guarded by the gate's mutex.
 */
final class LocalQueue extends LocalTurns {

	private static final CompletionStage<@Nullable StoreAnswer> DONE = CompletableFuture.completedFuture(null);

	LocalQueue(String key, GateMutex mutex, Platform platform, QueueOwner owner, StoreRequests requests,
			RecheckPace pace) {
		super(key, mutex, platform, owner, requests, pace);
	}

	/** Whether it is of no use any more, and nothing would be lost with it. */
	boolean isDeserted() {
		return !hasTurns() && this.waiters.isDeserted() && this.conversation.state() instanceof ConversationState.Idle;
	}

	/** Let a waiter join. */
	void join(Waiter waiter) {
		if (overtakes(waiter)) {
			return;
		}
		Refusal refusal = refusal(waiter);
		if (refusal != null) {
			if (isAlone()) {
				lookUp(Objects.requireNonNull(turn()));
			}
			this.waiters.tell(waiter, refusal);
			return;
		}
		if (this.waiters.isEmpty() && joinsReaders(waiter)) {
			return;
		}
		this.waiters.add(waiter);
		if (isAlone() || !this.waiters.isFirst(waiter)) {
			waiter.waitForOffers();
			awaitTurn();
		}
		if (this.waiters.isFirst(waiter)) {
			giveBackRetained();
			if (waitsForReaders()) {
				this.conversation.askSoon();
			}
			else {
				this.conversation.ask();
			}
		}
	}

	/**
	 * Let a waiter join that asks for several locks together, if nobody else has to do
	 * with this one.
	 * @param first whether it is the first of them
	 * @return what to ask; {@code null} if the waiter has not joined
	 */
	@Nullable Ask joinTogether(Waiter waiter, boolean first) {
		if (!isDeserted() || refusal(waiter) != null) {
			return null;
		}
		this.waiters.add(waiter);
		return this.conversation.together(first);
	}

	@Override
	public void passOver(Waiter waiter) {
		this.waiters.refuse(waiter, Refusal.passedOver());
	}

	private @Nullable Refusal refusal(Waiter waiter) {
		Refusal refusal = this.owner.refusal(waiter);
		if (refusal == null && waiter.isPatient() && waiting() >= waiter.request().maxWaiters()) {
			return Refusal.crowded();
		}
		boolean contended = isAlone() || this.conversation.isContended();
		return (refusal == null && !waiter.isPatient() && contended) ? Refusal.contended() : refusal;
	}

	/** How many wait for other holders; the head of a lock that may be free does not. */
	private int waiting() {
		boolean free = !isAlone() && !this.conversation.isContended();
		return this.waiters.patient() - (free ? 1 : 0);
	}

	/** Add a visitor, which joins again and again to ask, and waits in between. */
	void visit(Waiter visitor) {
		Refusal refusal = refusal(visitor);
		if (refusal != null) {
			this.waiters.tell(visitor, refusal);
		}
		else {
			this.waiters.addVisitor(visitor);
		}
	}

	/**
	 * A waiter's time for others is over.
	 * @return until when it waits for the store's answer, on the monotonic clock;
	 * {@link Long#MAX_VALUE} if it does not
	 */
	long timeIsOver(Waiter waiter) {
		take(waiter);
		long now = this.platform.nanoTime();
		boolean undecided = waiter.isPatient() && !isAlone() && this.waiters.isFirst(waiter)
				&& !this.conversation.isContended() && !isKnownUnavailable(waiter, now);
		long answerBy = waiter.limits().answerBy(now);
		if (undecided && answerBy - now > 0) {
			this.waiters.hurry(waiter);
			return answerBy;
		}
		leave(waiter);
		return Long.MAX_VALUE;
	}

	/**
	 * Let a waiter or a visitor go: it is done then, with a hold if that came first. The
	 * next one may have come later than others elsewhere.
	 */
	void leave(Waiter waiter) {
		boolean first = this.waiters.isFirst(waiter);
		if (this.waiters.refuse(waiter,
				isAlone() ? Refusal.contended() : this.conversation.refusal(waiter.limits().startedAt()))) {
			endIfEmpty();
		}
		if (first) {
			endOffer();
		}
		Waiter next = first ? this.waiters.first() : null;
		if (next != null && next.isFair()) {
			this.conversation.recheck();
		}
	}

	/** Whether a waiter would be told now that the store is unavailable. */
	boolean isUnavailable(Waiter waiter) {
		return !isAlone() && this.conversation.isUnavailable(waiter.limits().startedAt());
	}

	/** The silence of a store is no sign if this JVM may have stood still. */
	private boolean isKnownUnavailable(Waiter waiter, long now) {
		return this.conversation.failure() != null || (isUnavailable(waiter) && !waiter.limits().isOverrun(now));
	}

	/**
	 * A hold has been left by the last: the lock passes to the next waiter, or back to
	 * the store. Told once more, it does nothing.
	 * @return a stage with the store's answer, or with {@code null} if there was none or
	 * none was needed
	 */
	CompletionStage<@Nullable StoreAnswer> left(Hold hold) {
		Turn over = hold.turn();
		if (over == this.offered) {
			endOffer();
			return DONE;
		}
		if (over.isGivenBack() || !over.has(hold) || over.leave(hold)) {
			return DONE;
		}
		if (over.isDropped()) {
			this.requests.keep(over.key(), over.longestKept());
			later(() -> this.requests.leave(over));
			lost(over);
			return DONE;
		}
		if (passOn(over, hold) || retains(over)) {
			return DONE;
		}
		CompletableFuture<@Nullable StoreAnswer> released = new CompletableFuture<>();
		giveBack(over, hold.keepFor(), released);
		return released;
	}

	private boolean passOn(Turn over, Hold hold) {
		Waiter next = next(over, hold);
		return next != null && (offers(over, next) || passTo(next, over));
	}

	/** Offer what was left to the head, unless it has been overtaken for long enough. */
	private boolean offers(Turn over, Waiter head) {
		if (!isAlone(over) || !over.isPassable() || !head.mayBeOvertaken()) {
			return false;
		}
		this.offered = over;
		head.offer();
		later(head::wake);
		return true;
	}

	/** Who is next to have what a hold has left, if it may stay in this JVM. */
	private @Nullable Waiter next(Turn over, Hold hold) {
		Waiter next = head(contains(over));
		boolean stays = next != null && !hold.isLost() && hold.keepFor().isZero()
				&& (!next.isFair() || next.isOlderThan(this.othersSince));
		return stays ? next : null;
	}

	private boolean passTo(Waiter next, Turn over) {
		boolean alone = over.share() == null;
		Hold passed = over.pass(next.request());
		if (passed == null) {
			if (alone) {
				this.conversation.answered();
			}
			return false;
		}
		if (alone && over.share() != null) {
			passToReaders(over, next, passed);
		}
		else {
			serve(next, passed);
		}
		if (alone) {
			awaitTurn();
		}
		else {
			endIfEmpty();
		}
		return true;
	}

	/**
	 * Whether one that comes is served before the head has come for what it is offered.
	 */
	private boolean overtakes(Waiter newcomer) {
		Turn left = this.offered;
		if (left == null) {
			return false;
		}
		Waiter head = head(true);
		if (head == null) {
			endOffer();
			return false;
		}
		if (!head.mayBeOvertaken() || newcomer.isFair() || newcomer.share() != null
				|| this.owner.refusal(newcomer) != null) {
			return false;
		}
		Hold passed = left.pass(newcomer.request());
		if (passed != null) {
			this.offered = null;
			serve(newcomer, passed);
		}
		return passed != null;
	}

	/** A waiter comes for what it was offered; another one may have been first. */
	void take(Waiter waiter) {
		if (this.waiters.isFirst(waiter)) {
			endOffer();
		}
	}

	/** What is offered passes to the head now, or back to the store. */
	private void endOffer() {
		Turn left = this.offered;
		this.offered = null;
		Waiter next = (left != null) ? next(left, left.hold()) : null;
		if (left != null && (next == null || !passTo(next, left))) {
			giveBack(left, Duration.ZERO, new CompletableFuture<>());
		}
	}

	/** Refuse all that are not to be served any more. */
	void drain() {
		giveBackRetained();
		for (Waiter waiter : this.waiters.everybody()) {
			Refusal refusal = this.owner.refusal(waiter);
			if (refusal != null) {
				this.waiters.refuse(waiter, refusal);
			}
		}
		endOffer();
		endIfEmpty();
	}

	/** The calls that wait, in their order. */
	List<Waiter> calls() {
		return this.waiters.calls();
	}

	@Override
	public void refuseImpatient(Supplier<Refusal> refusal) {
		this.waiters.refuseImpatient(refusal);
		endIfEmpty();
	}

	@Override
	public void refuseAll(Refusal refusal) {
		this.waiters.refuseAll(refusal);
		endIfEmpty();
	}

	private void endIfEmpty() {
		awaitTurn();
		if (this.waiters.isEmpty()) {
			endOffer();
			this.conversation.end();
		}
	}

}
