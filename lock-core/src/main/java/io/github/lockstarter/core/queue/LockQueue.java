package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.core.hold.GrantDetails;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.JvmLease;
import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The queue for one lock inside this JVM, and what this JVM has of the lock.
 *
 * <p>
 * Only the head of the {@link WaitingLine line} speaks to the store, by a
 * {@link StoreDialog} that belongs to the queue: when the head gives up, the next waiter
 * takes it over; when the last one does, it is ended in the store. A grant becomes a
 * {@link JvmLease}. While this JVM has the lock alone nothing is asked, and a
 * {@link HandOver} decides whether the lock goes to the next thread; while it shares the
 * lock, each share is asked for in its turn, unless {@link Readers} join one.
 *
 * <p>
 * One thread at a time decides, under a mutex, and no more than that: the effects of what
 * was decided (requests, the telling of waiters) follow, in their order, when it is free.
 * So nothing blocks under it, and nothing foreign runs. The methods that others call take
 * it; the parts of the queue call the others under it, which say so. Thread-safe.
 */
final class LockQueue {

	private static final CompletionStage<@Nullable StoreAnswer> DONE = CompletableFuture.completedFuture(null);

	/** The lock. */
	final String key;

	private final LockQueues queues;

	private final QueueOwner owner;

	private final ClientLifecycle client;

	private final StoreRequests requests;

	private final Platform platform;

	private final ReentrantLock mutex = new ReentrantLock();

	/** What follows when the mutex is free; mostly a single one, or none. */
	private List<Runnable> effects = List.of();

	/** Whether this is no longer in use. */
	private boolean retired;

	private final WaitingLine waiters = new WaitingLine(this);

	private final StoreDialog dialog;

	private final HandOver handOver = new HandOver(this);

	/** Most locks are never read. */
	private @Nullable Readers readers;

	private JvmLeases jvmLeases = JvmLeases.NONE;

	LockQueue(LockQueues queues, QueueOwner owner, ClientLifecycle client, String key, Platform platform,
			StoreRequests requests) {
		this.key = key;
		this.queues = queues;
		this.owner = owner;
		this.client = client;
		this.requests = requests;
		this.platform = platform;
		this.dialog = new StoreDialog(this, platform, requests);
	}

	/** State of the dialog with the store, seen without the mutex. */
	AcquisitionPhase state() {
		return this.dialog.state();
	}

	/**
	 * Let a waiter join. When this throws, the waiter has to leave.
	 * @return false if this queue is no longer in use
	 */
	boolean join(Waiter waiter) {
		return enter(() -> joinNow(waiter));
	}

	private void joinNow(Waiter waiter) {
		if (this.handOver.barges(waiter)) {
			return;
		}
		Refusal refusal = refusal(waiter);
		if (refusal != null) {
			if (isAlone()) {
				lookUp(Objects.requireNonNull(this.jvmLeases.first()));
			}
			this.waiters.tell(waiter, refusal);
			return;
		}
		if (this.readers != null && this.waiters.isEmpty() && this.readers.serve(waiter)) {
			return;
		}
		boolean first = this.waiters.add(waiter);
		if (isAlone() || !first) {
			waiter.waitForOffers();
			awaitJvmLease();
			reportWait(waiter);
		}
		if (first) {
			giveBackLingeringNow();
			if (waitsForReaders()) {
				this.dialog.askSoon();
			}
			else {
				this.dialog.ask();
			}
		}
	}

	/**
	 * Let a waiter join that asks for several locks together, if nobody else has to do
	 * with this one.
	 * @param first whether it is the first of them
	 * @param attempts receives what to ask, unless the waiter has not joined
	 * @return false if this queue is no longer in use
	 */
	boolean joinBatch(Waiter waiter, boolean first, List<AcquireAttempt> attempts) {
		return enter(() -> {
			if (isDeserted(state()) && refusal(waiter) == null) {
				this.waiters.add(waiter);
				AcquireAttempt attempt = this.dialog.together(first);
				if (attempt != null) {
					attempts.add(attempt);
				}
			}
		});
	}

	/**
	 * Add a poller, which joins again and again to ask, and waits in between.
	 * @return false if this queue is no longer in use
	 */
	boolean joinAsPoller(Waiter poller) {
		return enter(() -> {
			Refusal refusal = refusal(poller);
			if (refusal != null) {
				this.waiters.tell(poller, refusal);
			}
			else {
				this.waiters.addPoller(poller);
			}
		});
	}

	private @Nullable Refusal refusal(Waiter waiter) {
		Refusal refusal = this.client.refusal(waiter);
		if (refusal != null) {
			return refusal;
		}
		if (waiter.waitsForHolders()) {
			int most = waiter.request().maxWaiters();
			return (most < Integer.MAX_VALUE && waiting() >= most) ? Refusal.tooManyWaiters() : null;
		}
		return (isAlone() || this.dialog.isContended()) ? Refusal.contended() : null;
	}

	/** Whether a waiter that comes now may be served. Called under the mutex. */
	boolean serves(Waiter newcomer) {
		return this.client.refusal(newcomer) == null;
	}

	/**
	 * Number of waiters for other holders; the head of a lock that may be free is none.
	 */
	private int waiting() {
		boolean free = !isAlone() && !this.dialog.isContended();
		return this.waiters.patient() - (free ? 1 : 0);
	}

	/** A waiter comes for what it was offered; another one may have been first. */
	void take(Waiter waiter) {
		underMutex(() -> takeNow(waiter));
	}

	private void takeNow(Waiter waiter) {
		if (this.waiters.isFirst(waiter)) {
			this.handOver.settle();
		}
	}

	/**
	 * A waiter's time for others is over.
	 * @return until when it waits for the store's answer, on the monotonic clock;
	 * {@link Long#MAX_VALUE} if it does not
	 */
	long timeIsOver(Waiter waiter) {
		return ask(() -> {
			takeNow(waiter);
			long now = this.platform.nanoTime();
			boolean undecided = waiter.waitsForHolders() && !isAlone() && this.waiters.isFirst(waiter)
					&& !this.dialog.isContended() && !isKnownUnavailable(waiter, now);
			long answerBy = waiter.limits().answerBy(now);
			if (undecided && answerBy - now > 0) {
				this.waiters.stopQueueing(waiter);
				return answerBy;
			}
			leaveNow(waiter);
			return Long.MAX_VALUE;
		});
	}

	/**
	 * Let a waiter or a poller go: it is done then, with a hold if that came first. The
	 * next one may have come later than others elsewhere.
	 */
	void leave(Waiter waiter) {
		underMutex(() -> leaveNow(waiter));
	}

	private void leaveNow(Waiter waiter) {
		boolean first = this.waiters.isFirst(waiter);
		if (this.waiters.refuse(waiter,
				isAlone() ? Refusal.contended() : this.dialog.refusal(waiter.limits().startedAt()))) {
			endIfEmpty();
		}
		if (first) {
			this.handOver.settle();
		}
		Waiter next = first ? this.waiters.first() : null;
		if (next != null) {
			this.dialog.headHasLeft(next);
		}
	}

	/** Whether a waiter would be told now that the store is unavailable. */
	boolean isUnavailable(Waiter waiter) {
		return ask(() -> isUnavailableNow(waiter));
	}

	private boolean isUnavailableNow(Waiter waiter) {
		return !isAlone() && this.dialog.isUnavailable(waiter.limits().startedAt());
	}

	/** The silence of a store is no sign if this JVM may have stood still. */
	private boolean isKnownUnavailable(Waiter waiter, long now) {
		return this.dialog.failure() != null || (isUnavailableNow(waiter) && !waiter.limits().isOverrun(now));
	}

	/** Refuse all that are not to be served any more. */
	void drain() {
		underMutex(() -> {
			giveBackLingeringNow();
			for (Waiter waiter : this.waiters.everybody()) {
				Refusal refusal = this.client.refusal(waiter);
				if (refusal != null) {
					this.waiters.refuse(waiter, refusal);
				}
			}
			this.handOver.settle();
			endIfEmpty();
		});
	}

	/** The calls that wait, in their order. */
	List<Waiter> calls() {
		return ask(this.waiters::calls);
	}

	/** A grant arrived. */
	void pushed(GrantNotification grant, Moment receivedAt) {
		underMutex(() -> this.dialog.pushed(grant, receivedAt));
	}

	/** Grants may have been missed. */
	void recheck() {
		underMutex(this.dialog::recheck);
	}

	/**
	 * The deadline of the dialog's state is over, or near enough to go with others.
	 * @return what to ask; {@code null} if there is nothing
	 */
	@Nullable AcquireAttempt due(long now) {
		return ask(() -> this.dialog.due(now));
	}

	/**
	 * A hold has been left by the last: the lock goes to the next waiter, or back to the
	 * store. Told once more, it settles an offer that nobody has come for, and else does
	 * nothing.
	 * @return a stage with the store's answer, or with {@code null} if there was none or
	 * none was needed
	 */
	CompletionStage<@Nullable StoreAnswer> left(Hold hold) {
		return ask(() -> leftNow(hold));
	}

	private CompletionStage<@Nullable StoreAnswer> leftNow(Hold hold) {
		JvmLease over = hold.jvmLease();
		if (this.handOver.isOf(over)) {
			this.handOver.settle();
			return DONE;
		}
		if (over.isGivenBack() || !over.has(hold) || over.leave(hold)) {
			return DONE;
		}
		if (over.isDropped()) {
			this.requests.keep(over.key(), over.longestKept());
			later(() -> this.requests.leave(over));
			lostNow(over);
			return DONE;
		}
		if (this.handOver.passOn(over, hold) || lingers(over)) {
			return DONE;
		}
		CompletableFuture<@Nullable StoreAnswer> released = new CompletableFuture<>();
		giveBack(over, hold.lease().keepFor(), released);
		return released;
	}

	/**
	 * A JVM lease has ended by a loss, or is left to its lease, as one that is not
	 * renewed may be; in the store, that is a little longer than its validity.
	 */
	void lost(JvmLease lost) {
		underMutex(() -> lostNow(lost));
	}

	private void lostNow(JvmLease lost) {
		if (lost.isKeptLonger() && this.jvmLeases.contains(lost)) {
			giveBack(lost, Duration.ZERO, new CompletableFuture<>());
		}
		else if (remove(lost)) {
			if (!lost.hold().request().autoRenew()) {
				this.requests.keep(lost.key(), lost.longestKept());
			}
			this.dialog.askIfIdle();
		}
	}

	/**
	 * A JVM lease is a share from now on, and lets others in.
	 * @return a stage that completes when the store has heard of it, or could not
	 */
	CompletionStage<Void> downgraded(JvmLease over) {
		return ask(() -> {
			if (!isAlone(over)) {
				return CompletableFuture.completedStage(null);
			}
			CompletableFuture<Void> told = share(over);
			goOnSharing();
			return told;
		});
	}

	/** Give back what lingers for readers, if none has come lately. */
	void endLinger() {
		underMutex(() -> {
			JvmLease lingering = (this.readers != null) ? this.readers.lingering() : null;
			if (lingering != null && !lingers(lingering)) {
				giveBack(lingering);
			}
		});
	}

	/** Give back what lingers for readers. */
	void giveBackLingering() {
		underMutex(this::giveBackLingeringNow);
	}

	/** The JVM lease of an acquisition, if there is one. */
	@Nullable JvmLease jvmLease(long sequence) {
		return ask(() -> this.jvmLeases.of(sequence));
	}

	/** The JVM lease at this lock, or the first of several. */
	@Nullable JvmLease jvmLease() {
		return ask(() -> this.jvmLeases.first());
	}

	/** Whether this JVM has the lock, alone or with others. Called under the mutex. */
	@SuppressWarnings("ReferenceEquality") // there is one without any
	boolean hasJvmLeases() {
		return this.jvmLeases != JvmLeases.NONE;
	}

	/** The last JVM lease of readers, if any. Called under the mutex. */
	@Nullable JvmLease jvmLeaseOfReaders() {
		return this.jvmLeases.readers();
	}

	/** Whether this acquisition is a JVM lease. Called under the mutex. */
	boolean holds(long sequence) {
		return this.jvmLeases.of(sequence) != null;
	}

	/** Whether this JVM has the lock alone. */
	private boolean isAlone() {
		return this.jvmLeases.alone != null;
	}

	/** Whether it has the lock alone by that JVM lease. Called under the mutex. */
	boolean isAlone(JvmLease jvmLease) {
		return this.jvmLeases.alone == jvmLease;
	}

	/**
	 * Whether a JVM lease counts here, and is not given back or lost. Called under the
	 * mutex.
	 */
	boolean contains(JvmLease jvmLease) {
		return this.jvmLeases.contains(jvmLease);
	}

	/**
	 * The waiter to ask for; {@code null} if nothing is to be asked. Called under the
	 * mutex.
	 */
	@Nullable Waiter head() {
		return isAlone() ? null : this.waiters.head();
	}

	/** The first that waits, whether or not to ask for it. Called under the mutex. */
	@Nullable Waiter next() {
		return this.waiters.head();
	}

	/**
	 * A JVM lease begins; the head is about to hold the lock. Called under the mutex.
	 */
	JvmLease begin(GrantDetails granted, Waiter head) {
		JvmLease begun = this.queues.jvmLease(granted, head.request());
		this.jvmLeases = (head.share == null) ? this.jvmLeases.withAlone(begun) : this.jvmLeases.withShare(begun);
		return begun;
	}

	/** The head holds the lock. Called under the mutex. */
	void serve(JvmLease begun, Waiter head) {
		serve(head, begun.hold());
		if (isAlone(begun)) {
			this.waiters.refuseImpatient(Refusal::contended);
			if (this.waiters.head() != null) {
				awaitJvmLease();
			}
		}
		else if (Readers.include(head)) {
			readers().begin();
		}
		else {
			goOnSharing();
		}
	}

	/**
	 * In two steps, for a step that fails half way is done again from its beginning. A
	 * shutdown that no longer finds the waiter here finds the hold. Called under the
	 * mutex.
	 */
	void serve(Waiter next, Hold hold) {
		this.waiters.remove(next);
		this.owner.opened(hold);
		later(() -> this.owner.began(hold));
		later(() -> {
			if (!next.deliver(hold)) {
				hold.abandon();
			}
		});
	}

	/**
	 * Waiters for a JVM lease by which this JVM has the lock alone ask nobody: so it is
	 * looked up for them, as long as there are any. Called under the mutex.
	 */
	void awaitJvmLease() {
		JvmLease alone = this.jvmLeases.alone;
		if (alone != null) {
			boolean awaited = this.waiters.patient() > 0;
			if (alone.setAwaited(awaited) && awaited) {
				lookUp(alone);
			}
		}
	}

	/** The first waiter, if any, waits for others now. Called under the mutex. */
	void reportWait() {
		Waiter first = this.waiters.first();
		if (first != null && first.waitsForHolders()) {
			reportWait(first);
		}
	}

	private void reportWait(Waiter waiter) {
		later(() -> this.owner.waits(waiter));
	}

	/** It may be gone from the store. */
	private void lookUp(JvmLease jvmLease) {
		later(() -> this.requests.lookUp(jvmLease));
	}

	/**
	 * The store answers at this moment: this JVM held the lock. Called under the mutex.
	 */
	void answered() {
		this.dialog.answered();
	}

	/**
	 * Give a JVM lease back, and ask in the same step for the next waiter, if any. Called
	 * under the mutex.
	 */
	void giveBack(JvmLease over) {
		giveBack(over, Duration.ZERO, new CompletableFuture<>());
	}

	private void giveBack(JvmLease over, Duration keepFor, CompletableFuture<@Nullable StoreAnswer> released) {
		boolean waited = remove(over) && head() != null;
		boolean requeued = waited && !hasJvmLeases() && keepFor.isZero() && this.dialog.state().acquisition() == null
				&& this.requests.canQueue();
		AcquireAttempt next = requeued ? this.dialog.next() : null;
		if (!keepFor.isZero()) {
			this.requests.keep(over.key(), keepFor);
		}
		later(() -> {
			if (next != null) {
				this.requests.requeue(over, next, released);
			}
			else {
				this.requests.release(over, keepFor, released);
			}
		});
		over.giveBack();
		if (waited && next == null) {
			this.dialog.givenBack(over);
		}
	}

	/** Whether it was among those of this JVM. */
	private boolean remove(JvmLease over) {
		boolean own = this.jvmLeases.contains(over);
		this.jvmLeases = own ? this.jvmLeases.without(over) : this.jvmLeases;
		this.handOver.forget(over);
		return own;
	}

	private Readers readers() {
		Readers known = this.readers;
		if (known == null) {
			known = new Readers(this, this.platform, this.queues.readersJoinNanos());
			this.readers = known;
		}
		return known;
	}

	/**
	 * Nobody waited for a share that was granted to the head: if this JVM has one that
	 * readers may join, the head joins it, and the new one is not needed. Called under
	 * the mutex.
	 */
	boolean joins(Waiter head) {
		return this.readers != null && this.readers.joins(head);
	}

	/**
	 * Whether the head is a writer that waits for readers of this JVM. As a rule they are
	 * done in a moment: then one request gives back their share and asks for the writer.
	 */
	private boolean waitsForReaders() {
		Waiter head = (hasJvmLeases() && this.jvmLeases.readers() != null) ? head() : null;
		return head != null && head.share == null && head.waitsForHolders() && this.requests.canQueue();
	}

	/** After one has got its share, others follow. */
	private void goOnSharing() {
		if (this.readers != null) {
			this.readers.goOn();
		}
		else {
			askBesideReaders();
		}
	}

	/** Ask for the next in the line that shares the lock. Called under the mutex. */
	void askBesideReaders() {
		if (waitsForReaders()) {
			this.dialog.askSoon();
		}
		else {
			this.dialog.askIfIdle();
		}
	}

	/**
	 * Readers go on with what a writer had alone. Others wait no longer for them than for
	 * writers of this JVM. Called under the mutex.
	 */
	void passToReaders(JvmLease over, Waiter first, Hold passed) {
		share(over);
		readers().goOn(over.passingNanos(), first, passed);
	}

	/**
	 * Decided before others are served, lest one gives the JVM lease back before that.
	 */
	private CompletableFuture<Void> share(JvmLease over) {
		this.jvmLeases = this.jvmLeases.downgraded(over);
		over.setAwaited(false);
		CompletableFuture<Void> told = new CompletableFuture<>();
		later(() -> this.requests.share(over).thenAccept(told::complete));
		return told;
	}

	/** Let the share of readers linger for the next ones, if some have come lately. */
	private boolean lingers(JvmLease left) {
		long nanos = (this.readers != null && this.waiters.isEmpty()) ? this.readers.linger(left) : 0;
		if (nanos > 0) {
			later(() -> this.queues.endLinger(this, nanos));
		}
		return nanos > 0;
	}

	private void giveBackLingeringNow() {
		JvmLease lingering = (this.readers != null) ? this.readers.lingering() : null;
		if (lingering != null) {
			giveBack(lingering);
		}
	}

	/** Let a waiter go that has to ask again. Called under the mutex. */
	void skip(Waiter waiter) {
		this.waiters.refuse(waiter, Refusal.skipped());
	}

	/** Refuse all that don't wait for other holders. Called under the mutex. */
	void refuseImpatient(Supplier<Refusal> refusal) {
		this.waiters.refuseImpatient(refusal);
		endIfEmpty();
	}

	/** Refuse all. Called under the mutex. */
	void refuseAll(Refusal refusal) {
		this.waiters.refuseAll(refusal);
		endIfEmpty();
	}

	/** End what nobody waits for any more. Called under the mutex. */
	void endIfEmpty() {
		awaitJvmLease();
		if (this.waiters.isEmpty()) {
			this.handOver.settle();
			this.dialog.end();
		}
	}

	/** Whether it is of no use any more, and nothing would be lost with it. */
	private boolean isDeserted(AcquisitionPhase state) {
		return !hasJvmLeases() && this.waiters.isDeserted() && state instanceof AcquisitionPhase.Idle;
	}

	/**
	 * Do something under the mutex, unless this is no longer in use.
	 * @return false if it is no longer in use
	 */
	private boolean enter(Runnable entry) {
		lock();
		try {
			if (!this.retired) {
				entry.run();
			}
			return !this.retired;
		}
		finally {
			unlock();
		}
	}

	/** Do something under the mutex, and answer. */
	private <T extends @Nullable Object> T ask(Supplier<T> question) {
		lock();
		try {
			return question.get();
		}
		finally {
			unlock();
		}
	}

	/** Do something under the mutex. Not called under it. */
	void underMutex(Runnable action) {
		lock();
		try {
			action.run();
		}
		finally {
			unlock();
		}
	}

	/** An overflow on the way into the mutex would leave it locked for ever. */
	private void lock() {
		StackProbe.checkToHandOver();
		this.mutex.lock();
	}

	/** Do something when the mutex is free. Called under it. */
	void later(Runnable effect) {
		if (this.effects.isEmpty()) {
			this.effects = List.of(effect);
			return;
		}
		if (this.effects.size() == 1) {
			List<Runnable> several = new ArrayList<>(3);
			several.addAll(this.effects);
			this.effects = several;
		}
		this.effects.add(effect);
	}

	private void unlock() {
		long until = AcquisitionPhase.NEVER;
		List<Runnable> decided = List.of();
		try {
			AcquisitionPhase state = state();
			if (!this.retired && isDeserted(state)) {
				this.retired = true;
				this.queues.retire(this.key, this);
			}
			until = state.until();
			decided = this.effects;
			this.effects = List.of();
		}
		finally {
			this.mutex.unlock();
		}
		carryOut(decided);
		if (until != AcquisitionPhase.NEVER) {
			this.queues.wake(until);
		}
	}

	/**
	 * Carry out effects; those that fail for want of stack or memory follow on another
	 * thread.
	 */
	private void carryOut(List<Runnable> decided) {
		int done = 0;
		try {
			while (done < decided.size()) {
				decided.get(done).run();
				done++;
			}
		}
		catch (Throwable ex) {
			this.queues.elsewhere(decided.subList(done, decided.size()));
		}
	}

}
