package io.github.lockstarter.integration;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Work that should be done by one thread at a time, and tells how many did it.
 */
class OneAtATime {

	private static final long MILLISECOND = 1_000_000;

	private final AtomicInteger atWork = new AtomicInteger();

	private final AtomicInteger most = new AtomicInteger();

	private final AtomicInteger done = new AtomicInteger();

	void run() {
		this.most.accumulateAndGet(this.atWork.incrementAndGet(), Math::max);
		LockSupport.parkNanos(MILLISECOND);
		this.atWork.decrementAndGet();
		this.done.incrementAndGet();
	}

	int most() {
		return this.most.get();
	}

	int done() {
		return this.done.get();
	}

}
