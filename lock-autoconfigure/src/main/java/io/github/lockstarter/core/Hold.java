package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockState;
import io.github.lockstarter.core.Scopes.Scope;
import io.github.lockstarter.core.Watch.Report;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * A lock in the hands of one thread, or of whoever has its handle: what all handles of
 * the same acquisition share. Goes from held to lost or to closed; a closed one is lost
 * after all if the store says so in its answer to the release. Its monitor guards the
 * changes of state; nothing blocks under it.
 */
final class Hold {

	/** Stores count leases in milliseconds. */
	private static final Duration PRECISION = Duration.ofMillis(1);

	private final Engine engine;

	private final Turn turn;

	private final LockRequest request;

	private final long token;

	private final long since = System.nanoTime();

	private final LossCallbacks lossCallbacks = new LossCallbacks();

	private final Report report;

	private volatile State state = State.HELD;

	/** Set before the state is; {@code null} if only time tells of the loss. */
	private volatile @Nullable String lossReason;

	private volatile Duration lease;

	/** Whether its lease is cut by the maximum hold time. */
	private volatile boolean ending;

	private int entries = 1;

	private volatile boolean used = true;

	private volatile @Nullable Scope scope;

	Hold(Engine engine, Turn turn, Waiter waiter, long token) {
		this.engine = engine;
		this.turn = turn;
		this.request = waiter.request();
		this.report = new Report(this.request.warnAfter());
		this.lease = waiter.lease();
		this.token = token;
		this.ending = this.lease.compareTo(this.request.maxHold()) >= 0;
	}

	/**
	 * Enter again.
	 * @return false if it was closed meanwhile
	 * @throws LockLostException if it was lost
	 */
	synchronized boolean enter() {
		checkNotLost();
		if (this.state == State.CLOSED) {
			return false;
		}
		this.entries++;
		return true;
	}

	/**
	 * Leave once; after the last has left the lock passes on, or is released.
	 * @return a stage that completes when the store was told, or could not be, or need
	 * not be
	 */
	CompletionStage<Void> leave() {
		State before;
		synchronized (this) {
			if (--this.entries > 0) {
				return CompletableFuture.completedFuture(null);
			}
			before = this.state;
			this.state = isLost() ? State.LOST : State.CLOSED;
		}
		if (this.used) {
			this.engine.events().released(this);
		}
		CompletionStage<@Nullable StoreAnswer> released = this.engine.closed(this);
		if (this.state == State.CLOSED) {
			return released.thenAccept(this::checkReleased);
		}
		if (before == State.HELD) {
			tellLoss(Losses.leaseEnded(this));
		}
		this.engine.events().releasedLate(this);
		return CompletableFuture.completedFuture(null);
	}

	private void checkReleased(@Nullable StoreAnswer answer) {
		if (answer != null && answer.state() != AcquisitionState.RELEASED) {
			String reason = Losses.storeSays(answer);
			this.lossReason = reason;
			this.state = State.LOST;
			tellLoss(reason);
			this.engine.events().releasedLate(this);
		}
	}

	/**
	 * Leave a lock that did not reach its caller: it is not kept for longer, and tells
	 * nothing of how long it is held.
	 */
	CompletionStage<Void> abandon() {
		synchronized (this) {
			this.used = this.entries > 1;
		}
		return leave();
	}

	boolean isUsed() {
		return this.used;
	}

	/**
	 * Its validity has ended.
	 */
	void expire() {
		lose(Losses.leaseEnded(this));
	}

	/**
	 * It was lost, unless it was closed before.
	 */
	void lose(String reason) {
		synchronized (this) {
			if (this.state != State.HELD) {
				return;
			}
			this.lossReason = reason;
			this.state = State.LOST;
		}
		try {
			tellLoss(reason);
		}
		finally {
			this.engine.lost(this);
		}
	}

	private void tellLoss(String reason) {
		this.engine.losses().tell(this, reason);
		this.lossCallbacks.fire();
	}

	LossCallbacks lossCallbacks() {
		return this.lossCallbacks;
	}

	/**
	 * The store confirmed a lease, which the maximum hold time may have cut.
	 */
	void confirmed(Duration lease) {
		this.ending = lease.compareTo(restOfMaxHold().minus(PRECISION)) >= 0;
	}

	/**
	 * Remember a lease that renewals shall not fall short of.
	 */
	void lengthen(Duration longer) {
		this.lease = Lease.longer(longer, this.lease);
	}

	Turn turn() {
		return this.turn;
	}

	LockRequest request() {
		return this.request;
	}

	String key() {
		return this.turn.key();
	}

	long token() {
		return this.token;
	}

	Duration lease() {
		return this.lease;
	}

	/** Whether it came from another thread of this JVM, without the store. */
	boolean isPassed() {
		return this.turn.isPassed(this);
	}

	/** How long the store is to keep the lock after the holder has left. */
	Duration keepFor() {
		Duration least = this.used ? this.request.holdAtLeast() : Duration.ZERO;
		Duration rest = least.isZero() ? least : least.minus(age());
		return rest.isNegative() ? Duration.ZERO : rest;
	}

	/** How long it has been held. */
	Duration age() {
		return Duration.ofNanos(System.nanoTime() - this.since);
	}

	/**
	 * A lease from now that does not go beyond the maximum hold time.
	 */
	Duration upToMaxHold(Duration wanted) {
		Duration rest = restOfMaxHold();
		Duration cut = (wanted.compareTo(rest) < 0) ? wanted : rest;
		return (cut.compareTo(PRECISION) > 0) ? cut : PRECISION;
	}

	private Duration restOfMaxHold() {
		return this.request.maxHold().minus(age());
	}

	boolean isEnding() {
		return this.ending;
	}

	/** Whether its lease is renewed before it ends. */
	boolean isRenewed() {
		return this.request.autoRenew() && !this.ending;
	}

	/** Whether another one can go on with what the store has on record for this one. */
	boolean isLike(Hold other) {
		return this.lease.equals(other.lease) && isRenewed() == other.isRenewed();
	}

	boolean isHeld() {
		return this.state == State.HELD;
	}

	boolean isLost() {
		return this.state == State.LOST || (this.state == State.HELD && remainingNanos() <= 0);
	}

	LockState state() {
		if (isLost()) {
			return LockState.LOST;
		}
		if (this.state == State.CLOSED) {
			return LockState.RELEASED;
		}
		return (this.turn.isDoubtful() || isOverdue()) ? LockState.UNCERTAIN : LockState.HELD;
	}

	/** A renewal is due before half of the lease is over. */
	private boolean isOverdue() {
		long half = this.lease.toNanos() / 2;
		return isRenewed() && remainingNanos() < half - half / 10;
	}

	/** Why it was lost; {@code null} if it was not. */
	@Nullable String lossReason() {
		String told = this.lossReason;
		return (told == null && isLost()) ? Losses.leaseEnded(this) : told;
	}

	void checkNotLost() {
		String reason = lossReason();
		if (reason != null) {
			throw new LockLostException(key(), this.token, reason);
		}
	}

	long remainingNanos() {
		return (this.state == State.HELD) ? this.turn.remainingNanos() : 0;
	}

	/** When it is reported that it lasts long. */
	Report report() {
		return this.report;
	}

	/** The thread that acquired it; {@code null} if none waited for it. */
	@Nullable Thread thread() {
		Scope opened = this.scope;
		return (opened != null) ? opened.thread() : null;
	}

	@Nullable Scope scope() {
		return this.scope;
	}

	void setScope(@Nullable Scope scope) {
		this.scope = scope;
	}

	private enum State {

		HELD, LOST, CLOSED

	}

}
