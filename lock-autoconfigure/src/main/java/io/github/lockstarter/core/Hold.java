package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.core.Scopes.Scope;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * One lock that this JVM holds: what all handles of the same acquisition share. Goes from
 * held to lost or to closed, never back. The mutex guards the changes of state; the
 * moment until which it is valid is read without it.
 */
final class Hold {

	private static final Log logger = LogFactory.getLog(Hold.class);

	private final Engine engine;

	private final String key;

	private final long sequence;

	private final long token;

	private final boolean autoRenew;

	private final ReentrantLock mutex = new ReentrantLock();

	private volatile State state = State.HELD;

	private volatile long validUntil;

	private volatile Duration lease;

	private int entries = 1;

	private @Nullable Future<?> nextTick;

	private volatile @Nullable Scope scope;

	Hold(Engine engine, Waiter waiter, long sequence, long token, long validUntil) {
		this.engine = engine;
		this.key = waiter.key();
		this.autoRenew = waiter.request().autoRenew();
		this.lease = waiter.lease();
		this.sequence = sequence;
		this.token = token;
		this.validUntil = validUntil;
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
			stopTicking();
		}
		finally {
			this.mutex.unlock();
		}
		CompletionStage<@Nullable StoreAnswer> released = this.engine.releases()
			.release(this.key, this.sequence, this.lease);
		this.engine.ended(this);
		if (this.state == State.CLOSED) {
			return released.thenAccept(this::checkReleased);
		}
		if (before == State.HELD) {
			reportLoss(leaseEnded());
		}
		return CompletableFuture.completedFuture(null);
	}

	private void checkReleased(@Nullable StoreAnswer answer) {
		if (answer != null && answer.state() != AcquisitionState.RELEASED) {
			this.state = State.LOST;
			reportLoss(storeSays(answer));
		}
	}

	/**
	 * Its validity has ended.
	 */
	void expire() {
		lose(leaseEnded());
	}

	/**
	 * The store no longer knows it as the holder.
	 */
	void disown(StoreAnswer answer) {
		lose(storeSays(answer));
	}

	private String leaseEnded() {
		return this.autoRenew ? "it could not be renewed before its lease of " + this.lease.toMillis() + " ms ended"
				: "its lease of " + this.lease.toMillis() + " ms ended, and renewal is off";
	}

	private static String storeSays(StoreAnswer answer) {
		return (answer.state() == AcquisitionState.LOST) ? "its lease had ended in the store"
				: "the store has forgotten it";
	}

	private void lose(String reason) {
		this.mutex.lock();
		try {
			if (this.state != State.HELD) {
				return;
			}
			this.state = State.LOST;
			stopTicking();
		}
		finally {
			this.mutex.unlock();
		}
		reportLoss(reason);
		this.engine.lost(this);
	}

	private void reportLoss(String reason) {
		logger.warn("Lock '" + this.key + "' (token " + this.token + ") was lost: " + reason
				+ ". What it protects may run twice.");
	}

	/**
	 * The store confirmed the lease. Too late when it was lost already.
	 * @param until the moment until which it is valid at least
	 */
	void confirm(long until) {
		this.mutex.lock();
		try {
			if (remainingNanos() > 0 && until - this.validUntil > 0) {
				this.validUntil = until;
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Remember a lease that renewals shall not fall short of.
	 */
	void lengthen(Duration longer) {
		if (longer.compareTo(this.lease) > 0) {
			this.lease = longer;
		}
	}

	/**
	 * Set what happens next to this hold in time; dropped if it has ended.
	 */
	void tickNext(Future<?> tick) {
		this.mutex.lock();
		try {
			stopTicking();
			if (this.state == State.HELD) {
				this.nextTick = tick;
			}
			else {
				tick.cancel(false);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void stopTicking() {
		if (this.nextTick != null) {
			this.nextTick.cancel(false);
			this.nextTick = null;
		}
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

	boolean autoRenew() {
		return this.autoRenew;
	}

	Duration lease() {
		return this.lease;
	}

	boolean isHeld() {
		return this.state == State.HELD;
	}

	boolean isLost() {
		return this.state == State.LOST || (this.state == State.HELD && remainingNanos() <= 0);
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
