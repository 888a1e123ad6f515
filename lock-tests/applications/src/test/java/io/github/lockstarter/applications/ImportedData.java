package io.github.lockstarter.applications;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import org.jspecify.annotations.Nullable;

/**
 * What an instance imports when the test lets it.
 */
class ImportedData {

	private final AtomicInteger loads = new AtomicInteger();

	private volatile int chunks = 1;

	private volatile @Nullable LockHandle held;

	private final CountDownLatch mayEnd = new CountDownLatch(1);

	void consistsOf(int chunks) {
		this.chunks = chunks;
	}

	/** Load a chunk, and tell whether there are more. */
	boolean load() throws InterruptedException {
		this.held = LockContext.current();
		int load = this.loads.incrementAndGet();
		this.mayEnd.await();
		return load < this.chunks;
	}

	boolean hasLostItsLock() {
		LockHandle lock = this.held;
		return lock != null && lock.isLost();
	}

	int loads() {
		return this.loads.get();
	}

	/** Let everything that loads end, now and later. */
	void goOn() {
		this.mayEnd.countDown();
	}

}
