package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.core.hold.Granted;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.Turn;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The queue for one lock inside this JVM. Only its head speaks to the store, by a
 * {@link Conversation} that belongs to the queue: when the head gives up, the next waiter
 * takes it over; when the last one does, it is ended in the store. While this JVM has the
 * lock alone nothing is asked, and the lock passes from thread to thread; while it shares
 * it, each share is asked for in its turn. Guarded by the gate's mutex.
 */
final class LocalQueue implements HeadOfLine {

	private static final CompletionStage<@Nullable StoreAnswer> DONE = CompletableFuture.completedFuture(null);

	private final GateMutex mutex;

	private final Platform platform;

	private final QueueOwner owner;

	private final StoreRequests requests;

	private final WaitingLine waiters = new WaitingLine();

	private final Conversation conversation;

	/** Most locks are never read. */
	private @Nullable Readers readers;

	private OwnTurns turns = OwnTurns.NONE;

	/** What was left to the head, whose thread has to wake up and come for it. */
	private @Nullable Turn offered;

	/** A caller that came before that moment is older than all that wait elsewhere. */
	private @Nullable Long othersSince;

	LocalQueue(String key, GateMutex mutex, Platform platform, QueueOwner owner, StoreRequests requests,
			RecheckPace pace) {
		this.mutex = mutex;
		this.platform = platform;
		this.owner = owner;
		this.requests = requests;
		this.conversation = new Conversation(key, this, platform, requests, pace);
	}

	/** What it has to do with the store. */
	Conversation conversation() {
		return this.conversation;
	}

	/** Whether it is of no use any more, and nothing would be lost with it. */
	boolean isDeserted() {
		return this.turns.isEmpty() && this.waiters.isDeserted()
				&& this.conversation.state() instanceof ConversationState.Idle;
	}

	/** Let a waiter join. */
	void join(Waiter waiter) {
		if (overtakes(waiter)) {
			return;
		}
		Refusal refusal = refusal(waiter);
		if (refusal != null) {
			refuse(waiter, refusal);
			return;
		}
		if (this.waiters.isEmpty() && joinsReaders(waiter)) {
			return;
		}
		this.waiters.add(waiter);
		if (this.turns.alone() != null || !this.waiters.isFirst(waiter)) {
			waiter.waitForOffers();
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
	 * Whether one that comes is served before the head has come for what it is offered.
	 */
	private boolean overtakes(Waiter newcomer) {
		Turn left = this.offered;
		Waiter head = (left != null) ? head(true) : null;
		if (left == null || head == null || !head.mayBeOvertaken() || newcomer.isFair() || newcomer.share() != null
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

	/** Offer what was left to the head, unless it has been overtaken for long enough. */
	private boolean offers(Turn over, Waiter head) {
		if (this.turns.alone() != over || !over.isPassable() || !head.mayBeOvertaken()) {
			return false;
		}
		this.offered = over;
		head.offer();
		later(head::wake);
		return true;
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

	/**
	 * Whether the head is a writer that waits for readers of this JVM. As a rule they are
	 * done in a moment: then one request gives back their share and asks for the writer.
	 */
	private boolean waitsForReaders() {
		Waiter head = (this.turns.readers() != null) ? head() : null;
		return head != null && head.share() == null && head.isPatient() && this.requests.canQueue();
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
		if (this.waiters.remove(waiter)) {
			refuse(waiter, Refusal.passedOver());
		}
	}

	private boolean joinsReaders(Waiter reader) {
		Hold joined = (this.readers != null) ? this.readers.join(reader) : null;
		if (joined != null) {
			serve(reader, joined);
		}
		return joined != null;
	}

	@Override
	public boolean joins(Waiter head) {
		if (this.readers == null || !Readers.include(head)) {
			return false;
		}
		this.readers.refresh();
		boolean joined = joinsReaders(head);
		if (joined) {
			goOnSharing();
		}
		return joined;
	}

	/**
	 * After one has got its share: readers behind it join it, others ask in their turn.
	 */
	private void goOnSharing() {
		Waiter next = head();
		while (next != null && joinsReaders(next)) {
			next = head();
		}
		if (waitsForReaders()) {
			this.conversation.askSoon();
		}
		else {
			this.conversation.askIfIdle();
		}
	}

	/** Whether the share of readers is kept for the next ones. */
	private boolean isRetained(Turn left) {
		long nanos = (this.readers != null && this.waiters.isEmpty()) ? this.readers.retentionNanos(left) : 0;
		if (nanos > 0) {
			later(() -> this.owner.endRetention(this.conversation.key(), nanos));
		}
		return nanos > 0;
	}

	/** Give back what is retained for readers, if none has come lately. */
	void endRetention() {
		Turn retained = (this.readers != null) ? this.readers.retained() : null;
		if (retained != null && !isRetained(retained)) {
			giveBackRetained();
		}
	}

	/** Give back what is retained for readers. */
	void giveBackRetained() {
		Turn retained = (this.readers != null) ? this.readers.retained() : null;
		if (retained != null) {
			giveBack(retained, Duration.ZERO, new CompletableFuture<>());
		}
	}

	private @Nullable Refusal refusal(Waiter waiter) {
		Refusal refusal = this.owner.refusal(waiter);
		if (refusal == null && waiter.isPatient() && waiting() >= waiter.request().maxWaiters()) {
			return Refusal.crowded();
		}
		boolean contended = this.turns.alone() != null || this.conversation.isContended();
		return (refusal == null && !waiter.isPatient() && contended) ? Refusal.contended() : refusal;
	}

	/** How many wait for other holders; the head of a lock that may be free does not. */
	private int waiting() {
		boolean free = this.turns.alone() == null && !this.conversation.isContended();
		return this.waiters.patient() - (free ? 1 : 0);
	}

	/** Add a visitor, which joins again and again to ask, and waits in between. */
	void visit(Waiter visitor) {
		Refusal refusal = refusal(visitor);
		if (refusal != null) {
			refuse(visitor, refusal);
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
		long now = this.platform.nanoTime();
		boolean undecided = waiter.isPatient() && this.turns.alone() == null && this.waiters.isFirst(waiter)
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
		if (this.waiters.remove(waiter)) {
			refuse(waiter,
					isUnavailable(waiter) ? Refusal.unavailable(this.conversation.failure()) : Refusal.contended());
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
		return this.turns.alone() == null && this.conversation.isUnavailable(waiter.limits().startedAt());
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
		if (!over.has(hold) || over.leave(hold) || passOn(over, hold) || isRetained(over)) {
			return DONE;
		}
		CompletableFuture<@Nullable StoreAnswer> released = new CompletableFuture<>();
		giveBack(over, hold.isLost() ? Duration.ZERO : hold.keepFor(), released);
		return released;
	}

	private void giveBack(Turn over, Duration keepFor, CompletableFuture<@Nullable StoreAnswer> released) {
		boolean current = remove(over);
		boolean requeued = current && this.turns.isEmpty() && head() != null && keepFor.isZero()
				&& this.conversation.state().acquisition() == null && this.requests.canQueue();
		Ask next = requeued ? this.conversation.next() : null;
		later(() -> {
			if (next != null) {
				this.requests.requeue(over, next, released);
			}
			else {
				this.requests.release(over, keepFor, released);
			}
		});
		if (current && next == null) {
			this.conversation.givenBack(over);
		}
	}

	private boolean passOn(Turn over, Hold hold) {
		Waiter next = next(over, hold);
		return next != null && (offers(over, next) || passTo(next, over));
	}

	/** Who is next to have what a hold has left, if it may stay in this JVM. */
	private @Nullable Waiter next(Turn over, Hold hold) {
		Waiter next = head(this.turns.contains(over));
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
		if (!alone) {
			endIfEmpty();
		}
		return true;
	}

	/**
	 * Readers go on with what a writer had alone. Others wait no longer for them than for
	 * writers of this JVM.
	 */
	private void passToReaders(Turn over, Waiter first, Hold passed) {
		share(over);
		this.readers = newReaders();
		this.readers.joinFor(over.passingNanos());
		serve(first, passed);
		goOnSharing();
	}

	private Readers newReaders() {
		return new Readers(() -> this.turns.readers(), this.platform, this.owner.readersJoinNanos());
	}

	/**
	 * The turn of this JVM is a share from now on, and lets others in.
	 * @return a stage that completes when the store has heard of it, or could not
	 */
	CompletionStage<Void> downgraded(Turn over) {
		if (this.turns.alone() != over) {
			return CompletableFuture.completedStage(null);
		}
		CompletableFuture<Void> told = share(over);
		goOnSharing();
		return told;
	}

	/** Decided before others are served, lest one gives the turn back before that. */
	private CompletableFuture<Void> share(Turn over) {
		this.turns = this.turns.downgraded(over);
		CompletableFuture<Void> told = new CompletableFuture<>();
		later(() -> this.requests.share(over).thenAccept(told::complete));
		return told;
	}

	/** The turn of this JVM has ended by a loss. */
	void lost(Turn lost) {
		if (remove(lost)) {
			this.conversation.askIfIdle();
		}
	}

	/** Whether it was among those of this JVM. */
	private boolean remove(Turn over) {
		boolean own = this.turns.contains(over);
		this.turns = own ? this.turns.without(over) : this.turns;
		this.offered = (this.offered == over) ? null : this.offered;
		return own;
	}

	/** The turn of an acquisition, if it is one of this JVM. */
	@Nullable Turn turn(long sequence) {
		return this.turns.of(sequence);
	}

	/** The turn of this JVM, or the first of several. */
	@Nullable Turn turn() {
		return this.turns.first();
	}

	/** Refuse all that are not to be served any more. */
	void drain() {
		giveBackRetained();
		for (Waiter waiter : this.waiters.everybody()) {
			Refusal refusal = this.owner.refusal(waiter);
			if (refusal != null && this.waiters.remove(waiter)) {
				refuse(waiter, refusal);
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
	public void alone(Runnable action) {
		this.mutex.alone(action);
	}

	@Override
	public void later(Runnable effect) {
		this.mutex.later(effect);
	}

	@Override
	public @Nullable Waiter head() {
		return head(this.turns.alone() == null);
	}

	private @Nullable Waiter head(boolean wanted) {
		Waiter first = wanted ? this.waiters.first() : null;
		while (first != null && (first.isDone() || first.isOverdue())) {
			this.waiters.remove(first);
			refuse(first, Refusal.contended());
			first = this.waiters.first();
		}
		return first;
	}

	@Override
	public boolean holds(long sequence) {
		return turn(sequence) != null;
	}

	@Override
	public Turn begin(Granted granted, Waiter head) {
		Turn begun = this.owner.turn(granted, head.request());
		this.turns = this.turns.with(begun);
		this.othersSince = granted.othersSince();
		return begun;
	}

	@Override
	public void serve(Turn begun, Waiter head) {
		serve(head, begun.hold());
		if (begun.share() == null) {
			this.waiters.removeImpatient().forEach((waiter) -> refuse(waiter, Refusal.contended()));
		}
		else {
			if (Readers.include(head)) {
				this.readers = newReaders();
				this.readers.refresh();
			}
			goOnSharing();
		}
	}

	/** In two steps, for a step that fails half way is done again from its beginning. */
	private void serve(Waiter next, Hold hold) {
		this.waiters.remove(next);
		later(() -> this.owner.began(hold));
		later(() -> {
			if (!next.deliver(hold)) {
				hold.abandon();
			}
		});
	}

	@Override
	public void refuseImpatient(Refusal refusal) {
		refuse(this.waiters.removeImpatient(), refusal);
		endIfEmpty();
	}

	@Override
	public void refuseAll(Refusal refusal) {
		refuse(this.waiters.removeAll(), refusal);
		endIfEmpty();
	}

	private void refuse(List<Waiter> refused, Refusal refusal) {
		refused.forEach((waiter) -> refuse(waiter, refusal));
	}

	private void refuse(Waiter waiter, Refusal refusal) {
		later(() -> waiter.completeExceptionally(refusal));
	}

	private void endIfEmpty() {
		if (this.waiters.isEmpty()) {
			endOffer();
			this.conversation.end();
		}
	}

}
