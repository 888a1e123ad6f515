package io.github.lockstarter.core.hold;

import io.github.lockstarter.LockKind;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * Counts the entries into a hold, by what was asked for. Once only readers are left in a
 * lock that it had alone, the hold is a share like that of any reader. A base class,
 * since thousands of holds do without an object more. The monitor guards all changes.
 * Thread-safe.
 */
abstract class Entries extends LimitedLease {

	private int entries = 1;

	/** How many of the entries are there to read. */
	private int readers;

	/** How many of the entries were detached from the thread. */
	private int detached;

	/** The newest of those that have an owner. */
	private @Nullable Entry newest;

	/** Whether it had the lock alone before it became a share. */
	private volatile boolean downgraded;

	Entries(Platform platform, LockRequest request) {
		super(platform, request);
		this.readers = isReading(request) ? 1 : 0;
	}

	private static boolean isReading(LockRequest request) {
		return Share.READER.equals(request.share());
	}

	/** What it shares with others; {@code null} if it has the lock alone. */
	@Override
	public final @Nullable Share share() {
		return this.downgraded ? Share.READER : request().share();
	}

	/** As what it has the lock. */
	public final LockKind kind() {
		return this.downgraded ? LockKind.READ : request().call().kind();
	}

	/** How many permits it uses; 0 if it has the lock alone. */
	public final int permits() {
		Share own = share();
		return (own != null) ? own.permits() : 0;
	}

	/**
	 * Whether its thread needs nothing else for what it asks for now: a lock that it has
	 * alone covers everything, and permits cover as many of the same kind.
	 */
	public final boolean covers(LockRequest wanted) {
		Share own = share();
		Share other = wanted.share();
		return own == null || (other != null && wanted.call().kind() == kind() && other.permits() <= own.permits());
	}

	/** Whether there is an entry that such a request has made. */
	public final synchronized boolean isEnteredFor(LockRequest request) {
		if (isReading(request)) {
			return this.readers > 0;
		}
		return this.entries > this.readers && (request.share() != null || share() == null);
	}

	final synchronized void add(LockRequest entered) {
		this.entries++;
		this.readers += isReading(entered) ? 1 : 0;
	}

	final synchronized void remove(LockRequest entered) {
		this.entries--;
		this.readers -= isReading(entered) ? 1 : 0;
	}

	/** Leave an entry whose owner can't do so any more. */
	abstract void drop(Entry entry);

	/** An entry has an owner from now on. */
	final synchronized void open(Entry entry) {
		entry.older = this.newest;
		this.newest = entry;
	}

	/**
	 * Find the newest entry of an owner.
	 * @param entered what the owner has asked for; {@code null} if that does not matter
	 * @return the entry; {@code null} if there is none
	 */
	final synchronized @Nullable Entry find(Object owner, @Nullable LockRequest entered) {
		Entry each = this.newest;
		while (each != null
				&& !(each.refersTo(owner) && (entered == null || isReading(each.request()) == isReading(entered)))) {
			each = each.older;
		}
		return each;
	}

	/** An entry has no owner any more. */
	final synchronized void close(Entry entry) {
		entry.clear();
		if (this.newest == entry) {
			this.newest = entry.older;
		}
		for (Entry each = this.newest; each != null; each = each.older) {
			each.older = (each.older == entry) ? entry.older : each.older;
		}
	}

	/** Whether it was entered more than once. */
	public final synchronized boolean isEnteredAgain() {
		return this.entries > 1;
	}

	final synchronized boolean isLeftByAll() {
		return this.entries == 0;
	}

	/**
	 * Become a share, if only readers are left of a lock that may be given back.
	 * @return whether it has become one now
	 */
	final synchronized boolean downgrade() {
		boolean now = share() == null && this.entries == this.readers && this.entries > 0
				&& request().holdAtLeast().isZero();
		this.downgraded = this.downgraded || now;
		return now;
	}

	/** Take one entry off the thread. */
	final synchronized void addDetached() {
		this.detached++;
	}

	final synchronized void removeDetached() {
		this.detached--;
	}

	/** Whether it is entered, but by no thread. */
	final synchronized boolean isDetached() {
		return this.entries > 0 && this.detached >= this.entries;
	}

}
