package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The holds of a client, each until the store has heard of its end. Thread-safe.
 */
final class Holders {

	private final Set<Hold> holds = ConcurrentHashMap.newKeySet();

	private final ReentrantLock mutex = new ReentrantLock();

	private final Condition removed = this.mutex.newCondition();

	/** Only then is a removal signalled: nobody waits before the client is stopped. */
	private volatile boolean awaited;

	void add(Hold hold) {
		this.holds.add(hold);
	}

	void remove(Hold hold) {
		this.holds.remove(hold);
		if (this.awaited) {
			this.mutex.lock();
			try {
				this.removed.signalAll();
			}
			finally {
				this.mutex.unlock();
			}
		}
	}

	/**
	 * Wait until there is none.
	 * @return those that are left when the time has run out
	 */
	Set<Hold> awaitNone(Duration limit) throws InterruptedException {
		long rest = limit.toNanos();
		this.mutex.lock();
		try {
			this.awaited = true;
			while (!this.holds.isEmpty() && rest > 0) {
				rest = this.removed.awaitNanos(rest);
			}
			return Set.copyOf(this.holds);
		}
		finally {
			this.mutex.unlock();
		}
	}

	void forEach(Consumer<Hold> action) {
		this.holds.forEach(action);
	}

	boolean isEmpty() {
		return this.holds.isEmpty();
	}

}
