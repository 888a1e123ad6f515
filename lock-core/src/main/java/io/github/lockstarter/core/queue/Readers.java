package io.github.lockstarter.core.queue;

import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.JvmLease;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * The threads of this JVM that read under one lock: they share what one of them has got
 * from the store, for a while after it was known that nobody else waits. So a lock that
 * is read all the time costs a few requests a second, however many read it, and a writer
 * elsewhere waits no longer than that while. If several have read lately, the share is
 * kept for the next ones when all have left. A part of {@link LockQueue}, guarded by its
 * mutex.
 */
final class Readers {

	private final LockQueue queue;

	private final Platform platform;

	private final long whileNanos;

	/** Until when others may join without asking. */
	private long freshUntil;

	/** Number of readers that have joined since it was last known that nobody waits. */
	private int joined;

	/** Share that the last reader has left, kept for the next ones. */
	private @Nullable JvmLease lingering;

	/**
	 * @param whileNanos how long readers may join after it was last known that nobody
	 * else waits
	 */
	Readers(LockQueue queue, Platform platform, long whileNanos) {
		this.queue = queue;
		this.platform = platform;
		this.whileNanos = whileNanos;
	}

	/** Whether somebody wants to read. */
	static boolean include(Waiter waiter) {
		return Share.READER.equals(waiter.share);
	}

	/** A reader at the head has got a share. */
	void begin() {
		this.lingering = null;
		joinFor(this.whileNanos);
		goOn();
	}

	/** A writer has left to readers what it had alone; they may join for so long. */
	void goOn(long nanos, Waiter first, Hold passed) {
		this.lingering = null;
		joinFor(nanos);
		this.queue.serve(first, passed);
		goOn();
	}

	/**
	 * After one has got its share: readers behind it join it, others ask in their turn.
	 */
	void goOn() {
		Waiter next = this.queue.head();
		while (next != null && serve(next)) {
			next = this.queue.head();
		}
		this.queue.askBesideReaders();
	}

	/**
	 * A head has got a share of its own although it may join the others: it is known that
	 * nobody else waits.
	 * @return false if it may not join them
	 */
	boolean joins(Waiter head) {
		if (!include(head)) {
			return false;
		}
		joinFor(this.whileNanos);
		boolean joined = serve(head);
		if (joined) {
			goOn();
		}
		return joined;
	}

	private void joinFor(long nanos) {
		this.freshUntil = this.platform.nanoTime() + nanos;
		this.joined = 0;
	}

	/**
	 * Serve one more, who joins the others.
	 * @return false if it has to ask
	 */
	boolean serve(Waiter reader) {
		JvmLease shared = (include(reader) && freshNanos() > 0) ? this.queue.jvmLeaseOfReaders() : null;
		Hold hold = (shared != null) ? shared.join(reader.request()) : null;
		if (hold != null) {
			this.joined++;
			this.lingering = null;
			this.queue.serve(reader, hold);
		}
		return hold != null;
	}

	private long freshNanos() {
		return Math.max(this.freshUntil - this.platform.nanoTime(), 0);
	}

	/**
	 * Let a share linger that the last one has left, if others are likely to come.
	 * @return for how long; 0 if it does not linger
	 */
	long linger(JvmLease left) {
		if (left != this.queue.jvmLeaseOfReaders()) {
			return 0;
		}
		long nanos = (this.joined > 0 && !left.isOver()) ? freshNanos() : 0;
		this.lingering = (nanos > 0) ? left : null;
		return nanos;
	}

	/** A share that lingers; {@code null} if there is none. */
	@Nullable JvmLease lingering() {
		return (this.lingering == this.queue.jvmLeaseOfReaders()) ? this.lingering : null;
	}

}
