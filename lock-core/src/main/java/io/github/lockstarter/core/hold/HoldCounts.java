package io.github.lockstarter.core.hold;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;

import io.github.lockstarter.LockKind;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * Entries into a hold, counted by what was asked for. Once only readers are left in a
 * lock that it had alone, the hold is a share like that of any reader. The monitor, which
 * is that of the hold as well, guards all changes. Thread-safe.
 */
public final class HoldCounts {

	private final LockRequest request;

	private int entries = 1;

	/** Number of entries that are there to read. */
	private int readers;

	/** Number of entries that were detached from the thread. */
	private int detached;

	/** The newest of those that have an owner. */
	private @Nullable Entry newest;

	/** Whether it had the lock alone before it became a share. */
	private volatile boolean downgraded;

	HoldCounts(LockRequest request) {
		this.request = request;
		this.readers = request.plan.reading ? 1 : 0;
	}

	/** Share of the lock; {@code null} if it has the lock alone. */
	public @Nullable Share share() {
		return this.downgraded ? Share.READER : this.request.plan.share;
	}

	/** As what it has the lock. */
	public LockKind kind() {
		return this.downgraded ? LockKind.READ : this.request.plan.kind;
	}

	/** Number of permits in use; 0 if it has the lock alone. */
	public int permits() {
		Share own = share();
		return (own != null) ? own.permits() : 0;
	}

	/**
	 * Whether its thread needs nothing else for what it asks for now: a lock that it has
	 * alone covers everything, and permits cover as many of the same kind.
	 */
	public boolean covers(LockRequest wanted) {
		Share own = share();
		Share other = wanted.plan.share;
		return own == null || (other != null && wanted.plan.kind == kind() && other.permits() <= own.permits());
	}

	/** Whether there is an entry that such a request has made. */
	public synchronized boolean isEnteredFor(LockRequest request) {
		if (request.plan.reading) {
			return this.readers > 0;
		}
		return this.entries > this.readers && (request.plan.share != null || share() == null);
	}

	synchronized void add(LockRequest entered) {
		this.entries++;
		this.readers += entered.plan.reading ? 1 : 0;
	}

	synchronized void remove(LockRequest entered) {
		this.entries--;
		this.readers -= entered.plan.reading ? 1 : 0;
	}

	/** An entry has an owner from now on. */
	synchronized void open(Entry entry) {
		entry.older = this.newest;
		this.newest = entry;
	}

	/**
	 * Find the newest entry of an owner.
	 * @param entered what the owner has asked for; {@code null} if that does not matter
	 * @return the entry; {@code null} if there is none
	 */
	synchronized @Nullable Entry find(Object owner, @Nullable LockRequest entered) {
		Entry each = this.newest;
		while (each != null
				&& !(each.refersTo(owner) && (entered == null || each.request.plan.reading == entered.plan.reading))) {
			each = each.older;
		}
		return each;
	}

	/** An entry has no owner any more. */
	synchronized void close(Entry entry) {
		entry.clear();
		if (this.newest == entry) {
			this.newest = entry.older;
		}
		for (Entry each = this.newest; each != null; each = each.older) {
			each.older = (each.older == entry) ? entry.older : each.older;
		}
	}

	/** Whether it was entered more than once. */
	public synchronized boolean isEnteredAgain() {
		return this.entries > 1;
	}

	synchronized boolean isLeftByAll() {
		return this.entries == 0;
	}

	/**
	 * Become a share, if only readers are left of a lock that may be given back.
	 * @return whether it has become one now
	 */
	synchronized boolean downgrade() {
		boolean now = share() == null && this.entries == this.readers && this.entries > 0
				&& this.request.plan.minHold.isZero();
		this.downgraded = this.downgraded || now;
		return now;
	}

	/** Take one entry off the thread. */
	synchronized void addDetached() {
		this.detached++;
	}

	synchronized void removeDetached() {
		this.detached--;
	}

	/** Whether it is entered, but by no thread. */
	synchronized boolean isDetached() {
		return this.entries > 0 && this.detached >= this.entries;
	}

	/**
	 * An entry into a hold, with the owner that leaves it: a handle, or a thread that has
	 * the lock as one of the JDK. The owner is only watched. The monitor of the hold's
	 * entries guards all changes.
	 */
	static final class Entry extends PhantomReference<Object> {

		private final Hold hold;

		final LockRequest request;

		/** Whether it is off the thread of the hold. */
		boolean detached;

		/** The next older one of the same hold. */
		private @Nullable Entry older;

		/**
		 * Create an entry.
		 * @param queue is told when nobody can reach the owner any more
		 */
		Entry(Object owner, @Nullable ReferenceQueue<Object> queue, Hold hold, LockRequest request) {
			super(owner, queue);
			this.hold = hold;
			this.request = request;
		}

		/** Leave it for an owner that can't do so any more. */
		void drop() {
			this.hold.drop(this);
		}

	}

}
