package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockState;
import io.github.lockstarter.core.Scopes.Scope;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * One lock that this JVM holds: what all handles of the same acquisition share. Goes from
 * held to lost or to closed; a closed one is lost after all if the store says so in its
 * answer to the release. The mutex guards the changes of state; the moment until which it
 * is valid is read without it.
 */
final class Hold {

	/** Stores count leases in milliseconds. */
	private static final Duration PRECISION = Duration.ofMillis(1);

	private final Engine engine;

	private final LockRequest request;

	private final String key;

	private final long sequence;

	private final long token;

	private final long since = System.nanoTime();

	private final Duration askedLease;

	private final ReentrantLock mutex = new ReentrantLock();

	private final NextTick nextTick = new NextTick();

	private final LossCallbacks lossCallbacks = new LossCallbacks();

	private volatile State state = State.HELD;

	private volatile long validUntil;

	private volatile Duration lease;

	/** Whether its lease is cut by the maximum hold time. */
	private volatile boolean ending;

	/** Whether the last attempt to confirm it has failed, or there was none yet. */
	private volatile boolean doubtful;

	private int entries = 1;

	private volatile @Nullable Scope scope;

	/**
	 * Create a hold.
	 * @param askedLease how long the store may keep it if it is not released
	 */
	Hold(Engine engine, Waiter waiter, long sequence, long token, long validUntil, Duration askedLease) {
		this.engine = engine;
		this.request = waiter.request();
		this.key = waiter.key();
		this.lease = waiter.lease();
		this.sequence = sequence;
		this.token = token;
		this.validUntil = validUntil;
		this.askedLease = askedLease;
		this.ending = this.lease.compareTo(this.request.maxHold()) >= 0;
	}

	/**
	 * Enter again.
	 * @return false if it was closed meanwhile
	 * @throws LockLostException if it was lost
	 */
	boolean enter() {
		this.mutex.lock();
		try {
			checkNotLost();
			if (this.state == State.CLOSED) {
				return false;
			}
			this.entries++;
			return true;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Leave once; the last to leave releases.
	 * @return a stage that completes when the store was told, or could not be
	 */
	CompletionStage<Void> leave() {
		State before;
		this.mutex.lock();
		try {
			if (--this.entries > 0) {
				return CompletableFuture.completedFuture(null);
			}
			before = this.state;
			this.state = isLost() ? State.LOST : State.CLOSED;
			this.nextTick.stop();
		}
		finally {
			this.mutex.unlock();
		}
		CompletionStage<@Nullable StoreAnswer> released = this.engine.releases()
			.release(this.key, this.sequence, Lease.longer(this.askedLease, this.lease));
		this.engine.ended(this, released);
		if (this.state == State.CLOSED) {
			return released.thenAccept(this::checkReleased);
		}
		if (before == State.HELD) {
			tellLoss(Losses.leaseEnded(this));
		}
		return CompletableFuture.completedFuture(null);
	}

	private void checkReleased(@Nullable StoreAnswer answer) {
		if (answer != null && answer.state() != AcquisitionState.RELEASED) {
			this.state = State.LOST;
			tellLoss(Losses.storeSays(answer));
		}
	}

	/**
	 * Its validity has ended.
	 */
	void expire() {
		lose(Losses.leaseEnded(this));
	}

	/**
	 * The store no longer knows it as the holder.
	 */
	void disown(StoreAnswer answer) {
		lose(Losses.storeSays(answer));
	}

	private void lose(String reason) {
		this.mutex.lock();
		try {
			if (this.state != State.HELD) {
				return;
			}
			this.state = State.LOST;
			this.nextTick.stop();
		}
		finally {
			this.mutex.unlock();
		}
		tellLoss(reason);
		this.engine.lost(this);
	}

	private void tellLoss(String reason) {
		this.engine.losses().tell(this, reason);
		this.lossCallbacks.fire();
	}

	LossCallbacks lossCallbacks() {
		return this.lossCallbacks;
	}

	/**
	 * The store confirmed the lease. Too late when it was lost already.
	 * @param sentAt when that was asked for
	 * @param confirmed the lease from then on at least
	 */
	void confirm(long sentAt, Duration confirmed) {
		long until = Lease.validUntil(sentAt, confirmed);
		this.mutex.lock();
		try {
			if (remainingNanos() > 0) {
				this.doubtful = false;
				if (until - this.validUntil > 0) {
					this.validUntil = until;
					this.ending = confirmed.compareTo(restOfMaxHold().minus(PRECISION)) >= 0;
				}
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * The store has not confirmed it.
	 */
	void doubt() {
		this.doubtful = true;
	}

	/**
	 * Remember a lease that renewals shall not fall short of.
	 */
	void lengthen(Duration longer) {
		this.lease = Lease.longer(longer, this.lease);
	}

	NextTick nextTick() {
		return this.nextTick;
	}

	LockRequest request() {
		return this.request;
	}

	String key() {
		return this.key;
	}

	long sequence() {
		return this.sequence;
	}

	long token() {
		return this.token;
	}

	Duration lease() {
		return this.lease;
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
		return (this.doubtful || isOverdue()) ? LockState.UNCERTAIN : LockState.HELD;
	}

	/** A renewal is due before half of the lease is over. */
	private boolean isOverdue() {
		long half = this.lease.toNanos() / 2;
		return this.request.autoRenew() && !this.ending && remainingNanos() < half - half / 10;
	}

	void checkNotLost() {
		if (isLost()) {
			throw new LockLostException(this.key, this.token);
		}
	}

	long remainingNanos() {
		return (this.state == State.HELD) ? this.validUntil - System.nanoTime() : 0;
	}

	@Nullable Scope scope() {
		return this.scope;
	}

	void setScope(Scope scope) {
		this.scope = scope;
	}

	private enum State {

		HELD, LOST, CLOSED

	}

}
