package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.core.hold.Granted;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.Turn;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The turns of this JVM at one lock, from the grant of each until it is given back or
 * lost, and the readers that share one. While this JVM has the lock alone nothing is
 * asked; while it shares it, each share is asked for in its turn. A part of
 * {@link LocalQueue}, guarded by the gate's mutex.
 */
abstract class LocalTurns implements HeadOfLine {

	private final GateMutex mutex;

	final Platform platform;

	final QueueOwner owner;

	final StoreRequests requests;

	final WaitingLine waiters;

	final Conversation conversation;

	/** Most locks are never read. */
	private @Nullable Readers readers;

	private OwnTurns turns = OwnTurns.NONE;

	/** What was left to the head, whose thread has to wake up and come for it. */
	@Nullable Turn offered;

	/** A caller that came before that moment is older than all that wait elsewhere. */
	@Nullable Long othersSince;

	LocalTurns(String key, GateMutex mutex, Platform platform, QueueOwner owner, StoreRequests requests,
			RecheckPace pace) {
		this.mutex = mutex;
		this.platform = platform;
		this.owner = owner;
		this.requests = requests;
		this.waiters = new WaitingLine(mutex);
		this.conversation = new Conversation(key, this, platform, requests, pace);
	}

	/** What it has to do with the store. */
	Conversation conversation() {
		return this.conversation;
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
	@SuppressWarnings("ReferenceEquality") // there is one without any
	public boolean hasTurns() {
		return this.turns != OwnTurns.NONE;
	}

	/** Whether this JVM has the lock alone. */
	boolean isAlone() {
		return this.turns.alone() != null;
	}

	/** Whether it has the lock alone by that turn. */
	boolean isAlone(Turn turn) {
		return this.turns.alone() == turn;
	}

	/** Whether a turn is one of this JVM's. */
	boolean contains(Turn turn) {
		return this.turns.contains(turn);
	}

	/** The turn of an acquisition, if it is one of this JVM. */
	@Nullable Turn turn(long sequence) {
		return this.turns.of(sequence);
	}

	/** The turn of this JVM, or the first of several. */
	@Nullable Turn turn() {
		return this.turns.first();
	}

	@Override
	public boolean holds(long sequence) {
		return turn(sequence) != null;
	}

	@Override
	public @Nullable Waiter head() {
		return head(!isAlone());
	}

	/** The first that waits, if it is wanted. */
	@Nullable Waiter head(boolean wanted) {
		return wanted ? this.waiters.head() : null;
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
			this.waiters.refuseImpatient(Refusal::contended);
			if (this.waiters.head() != null) {
				awaitTurn();
			}
		}
		else {
			if (Readers.include(head)) {
				this.readers = newReaders();
				this.readers.refresh();
			}
			goOnSharing();
		}
	}

	/**
	 * Those who wait for a turn by which this JVM has the lock alone ask nobody: so it is
	 * looked up for them, as long as there are any.
	 */
	void awaitTurn() {
		Turn alone = this.turns.alone();
		boolean awaited = this.waiters.patient() > 0;
		if (alone != null && alone.await(awaited) && awaited) {
			lookUp(alone);
		}
	}

	/** It may be gone from the store. */
	void lookUp(Turn turn) {
		later(() -> this.requests.lookUp(turn));
	}

	/**
	 * In two steps, for a step that fails half way is done again from its beginning. A
	 * shutdown that no longer finds the waiter here finds the hold.
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

	boolean joinsReaders(Waiter reader) {
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

	/**
	 * Whether the head is a writer that waits for readers of this JVM. As a rule they are
	 * done in a moment: then one request gives back their share and asks for the writer.
	 */
	boolean waitsForReaders() {
		Waiter head = (this.turns.readers() != null) ? head() : null;
		return head != null && head.share() == null && head.isPatient() && this.requests.canQueue();
	}

	/**
	 * Readers go on with what a writer had alone. Others wait no longer for them than for
	 * writers of this JVM.
	 */
	void passToReaders(Turn over, Waiter first, Hold passed) {
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
		if (!isAlone(over)) {
			return CompletableFuture.completedStage(null);
		}
		CompletableFuture<Void> told = share(over);
		goOnSharing();
		return told;
	}

	/** Decided before others are served, lest one gives the turn back before that. */
	private CompletableFuture<Void> share(Turn over) {
		this.turns = this.turns.downgraded(over);
		over.await(false);
		CompletableFuture<Void> told = new CompletableFuture<>();
		later(() -> this.requests.share(over).thenAccept(told::complete));
		return told;
	}

	/** Retain the share of readers for the next ones, if some have come lately. */
	boolean retains(Turn left) {
		long nanos = (this.readers != null && this.waiters.isEmpty()) ? this.readers.retain(left) : 0;
		if (nanos > 0) {
			later(() -> this.owner.endRetention(this.conversation.key(), nanos));
		}
		return nanos > 0;
	}

	/** Give back what is retained for readers, if none has come lately. */
	void endRetention() {
		Turn retained = (this.readers != null) ? this.readers.retained() : null;
		if (retained != null && !retains(retained)) {
			giveBack(retained, Duration.ZERO, new CompletableFuture<>());
		}
	}

	/** Give back what is retained for readers. */
	void giveBackRetained() {
		Turn retained = (this.readers != null) ? this.readers.retained() : null;
		if (retained != null) {
			giveBack(retained, Duration.ZERO, new CompletableFuture<>());
		}
	}

	void giveBack(Turn over, Duration keepFor, CompletableFuture<@Nullable StoreAnswer> released) {
		boolean current = remove(over);
		boolean requeued = current && !hasTurns() && head() != null && keepFor.isZero()
				&& this.conversation.state().acquisition() == null && this.requests.canQueue();
		Ask next = requeued ? this.conversation.next() : null;
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
		if (current && next == null) {
			this.conversation.givenBack(over);
		}
	}

	/**
	 * The turn of this JVM has ended by a loss, or is left to its lease, as one that is
	 * not renewed may be; in the store, that is a little longer than its validity.
	 */
	void lost(Turn lost) {
		if (lost.isKeptLonger() && contains(lost)) {
			giveBack(lost, Duration.ZERO, new CompletableFuture<>());
		}
		else if (remove(lost)) {
			if (!lost.hold().request().autoRenew()) {
				this.requests.keep(lost.key(), lost.longestKept());
			}
			this.conversation.askIfIdle();
		}
	}

	/** Whether it was among those of this JVM. */
	private boolean remove(Turn over) {
		boolean own = contains(over);
		this.turns = own ? this.turns.without(over) : this.turns;
		this.offered = (this.offered == over) ? null : this.offered;
		return own;
	}

}
