package io.github.lockstarter.core;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.queue.LockQueues;
import io.github.lockstarter.core.queue.Waiter;
import org.jspecify.annotations.Nullable;

/**
 * The waits of a call for the next of its locks, which it asks for together: for few at
 * first, since a store may have to take back what is behind one that is not free; then
 * for twice as many each time, and for fewer after one that was not. Used by one thread
 * at a time.
 */
final class BatchedWaits {

	private static final int FIRST = 8;

	/** So many keep a store busy for about a millisecond. */
	private static final int MOST = 200;

	private final Platform platform;

	private final LockQueues queues;

	private final Deque<QueueWait> waits = new ArrayDeque<>(1);

	private int length = FIRST / 2;

	/** Number of keys that were asked for together last. */
	private int asked;

	/** Number of these that were of use. */
	private int used;

	BatchedWaits(Platform platform, LockQueues queues) {
		this.platform = platform;
		this.queues = queues;
	}

	/** Number of keys to ask for next. */
	int length() {
		this.length = (this.used < this.asked) ? Math.max(this.used, 1) : Math.min(2 * this.length, MOST);
		return this.length;
	}

	boolean isEmpty() {
		return this.waits.isEmpty();
	}

	/**
	 * Ask for locks: together as far as that is possible, but at least for the first.
	 * When this throws, they have to be left.
	 */
	void begin(List<Waiter> waiters) {
		waiters.forEach((waiter) -> this.waits.add(new QueueWait(this.platform, this.queues, waiter)));
		this.asked = waiters.size();
		this.used = 0;
		int joined = (this.asked > 1) ? this.queues.joinBatch(waiters) : 0;
		if (joined == 0) {
			this.waits.getFirst().begin();
		}
		while (this.waits.size() > Math.max(joined, 1)) {
			this.waits.removeLast();
		}
	}

	/** The next wait; {@code null} if there is none. */
	@Nullable LockWait next() {
		this.used++;
		return this.waits.poll();
	}

	/**
	 * The last wait was given up in favour of one before, and so were those behind it.
	 */
	void skipped() {
		this.used--;
		leave();
	}

	void leave() {
		this.waits.forEach(QueueWait::leave);
		this.waits.clear();
	}

}
