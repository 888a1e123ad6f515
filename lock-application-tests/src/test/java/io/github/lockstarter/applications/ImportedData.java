package io.github.lockstarter.applications;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What an instance imports when the test lets it.
 */
class ImportedData {

	private final AtomicInteger loads = new AtomicInteger();

	private final CountDownLatch mayEnd = new CountDownLatch(1);

	void load() throws InterruptedException {
		this.loads.incrementAndGet();
		this.mayEnd.await();
	}

	int loads() {
		return this.loads.get();
	}

	/** Let everything that loads end, now and later. */
	void goOn() {
		this.mayEnd.countDown();
	}

}
