package io.github.lockstarter.core.hold;

import java.util.ArrayList;
import java.util.List;

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

	/** An entry has its owner. */
	final synchronized void open(Entry entry) {
		entry.older = this.newest;
		this.newest = entry;
	}

	/**
	 * An entry has no owner any more.
	 * @return false if that was known already
	 */
	final synchronized boolean close(Entry entry) {
		entry.clear();
		Entry newer = null;
		Entry each = this.newest;
		while (each != null && each != entry) {
			newer = each;
			each = each.older;
		}
		if (each == null) {
			return false;
		}
		if (newer != null) {
			newer.older = entry.older;
		}
		else {
			this.newest = entry.older;
		}
		return true;
	}

	/**
	 * The newest entry that a thread has as a JDK lock, of two kinds of requests.
	 * @return the entry; {@code null} if there is none
	 */
	final synchronized @Nullable Entry ofThread(LockRequest entered) {
		Entry each = this.newest;
		while (each != null && !(each.isOfThread() && isReading(each.request()) == isReading(entered))) {
			each = each.older;
		}
		return each;
	}

	/** The entries that a thread has as a JDK lock, the newest first. */
	final synchronized List<Entry> ofThread() {
		List<Entry> entries = List.of();
		for (Entry each = this.newest; each != null; each = each.older) {
			if (each.isOfThread()) {
				entries = entries.isEmpty() ? new ArrayList<>() : entries;
				entries.add(each);
			}
		}
		return entries;
	}

	/** Where the first one was acquired, as far as is known. */
	final synchronized @Nullable StackTraceElement acquiredAt() {
		StackTraceElement first = null;
		for (Entry each = this.newest; each != null; each = each.older) {
			first = each.acquiredAt();
		}
		return first;
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

	/**
	 * Take an entry with its owner off the thread.
	 * @return false if it was off already, or has no owner any more
	 */
	final synchronized boolean takeOff(Entry entry) {
		Entry each = this.newest;
		while (each != null && each != entry) {
			each = each.older;
		}
		if (each == null || each.detached) {
			return false;
		}
		each.detached = true;
		this.detached++;
		return true;
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
