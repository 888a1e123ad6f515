package io.github.lockstarter.sample.storm;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.sample.order.Order;
import io.github.lockstarter.sample.order.ThinkTime;

import org.springframework.stereotype.Component;

/**
 * Stops the next thread of a child process that has read the stock and not yet written
 * it, so that its process can be struck there.
 */
@Component
class MiddleOfAnOrder {

	private static final int LONGEST_SECONDS = 60;

	private final ThinkTime thinkTime;

	private volatile CountDownLatch goOn = new CountDownLatch(0);

	MiddleOfAnOrder(ThinkTime thinkTime) {
		this.thinkTime = thinkTime;
	}

	/**
	 * Stop the next thread there, and print where.
	 */
	void stopNext(StormKind kind) {
		CountDownLatch goOn = new CountDownLatch(1);
		this.goOn = goOn;
		this.thinkTime.visitNext((order) -> stop(order, kind, goOn));
	}

	private static void stop(Order order, StormKind kind, CountDownLatch goOn) {
		long token = kind.isLocked() ? LockContext.current().fencingToken() : 0;
		System.out.println(WorkerLoop.STOPPED + order.itemId() + " " + token);
		try {
			if (!goOn.await(LONGEST_SECONDS, TimeUnit.SECONDS)) {
				System.err.println("Nobody let order " + order.id() + " go on.");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Let it go on; stop no other thread.
	 */
	void goOn() {
		this.thinkTime.visitNext((order) -> {
		});
		this.goOn.countDown();
	}

}
