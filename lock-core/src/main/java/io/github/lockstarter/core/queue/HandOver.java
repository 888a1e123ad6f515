package io.github.lockstarter.core.queue;

import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.JvmLease;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether what a holder has left goes to the next thread of this JVM, without the
 * store. Most waiting threads are first offered the lock: until such a thread wakes up
 * and comes for it, one that runs already may take the lock before it, for a while
 * (barging). A part of {@link LockQueue}, guarded by its mutex.
 */
final class HandOver {

	private final LockQueue queue;

	/**
	 * JVM lease that is offered to the head, until its thread wakes up and comes for it.
	 */
	private @Nullable JvmLease offered;

	HandOver(LockQueue queue) {
		this.queue = queue;
	}

	/** Whether it is this JVM lease that is offered. */
	boolean isOf(JvmLease jvmLease) {
		return this.offered == jvmLease;
	}

	/** A JVM lease is over. */
	void forget(JvmLease over) {
		this.offered = (this.offered == over) ? null : this.offered;
	}

	/**
	 * Offer or pass to the next thread what a hold has left.
	 * @return false if it has to go back to the store
	 */
	boolean passOn(JvmLease over, Hold left) {
		Waiter next = next(over, left);
		return next != null && (offers(over, next) || passTo(next, over));
	}

	/** Waiter that takes over what a hold has left, if the lock may stay in this JVM. */
	private @Nullable Waiter next(JvmLease over, Hold left) {
		Waiter next = this.queue.contains(over) ? this.queue.next() : null;
		boolean stays = next != null && !left.isLost() && left.lease().keepFor().isZero()
				&& (!next.isFair() || next.isOlderThan(over.othersSince()));
		return stays ? next : null;
	}

	/** Offer what was left to the head, unless others have barged in for long enough. */
	private boolean offers(JvmLease over, Waiter head) {
		if (!this.queue.isAlone(over) || !over.isPassable() || !head.allowsBarging()) {
			return false;
		}
		this.offered = over;
		head.offer();
		this.queue.later(head::wake);
		return true;
	}

	private boolean passTo(Waiter next, JvmLease over) {
		boolean alone = over.share() == null;
		Hold passed = over.pass(next.request());
		if (passed == null) {
			if (alone) {
				this.queue.answered();
			}
			return false;
		}
		if (alone && over.share() != null) {
			this.queue.passToReaders(over, next, passed);
		}
		else {
			this.queue.serve(next, passed);
		}
		if (alone) {
			this.queue.awaitJvmLease();
		}
		else {
			this.queue.endIfEmpty();
		}
		return true;
	}

	/**
	 * Serve a thread that comes before the head has come for what it is offered.
	 * @return whether it was served
	 */
	boolean barges(Waiter newcomer) {
		JvmLease left = this.offered;
		if (left == null) {
			return false;
		}
		Waiter head = this.queue.next();
		if (head == null) {
			settle();
			return false;
		}
		if (!head.allowsBarging() || newcomer.isFair() || newcomer.share != null || !this.queue.serves(newcomer)) {
			return false;
		}
		Hold passed = left.pass(newcomer.request());
		if (passed != null) {
			this.offered = null;
			this.queue.serve(newcomer, passed);
		}
		return passed != null;
	}

	/**
	 * Settle an offer, as the head does when its thread has woken up and comes: the lock
	 * goes to the head now, or back to the store.
	 */
	void settle() {
		JvmLease left = this.offered;
		this.offered = null;
		Waiter next = (left != null) ? next(left, left.hold()) : null;
		if (left != null && (next == null || !passTo(next, left))) {
			this.queue.giveBack(left);
		}
	}

}
