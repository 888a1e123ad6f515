package io.github.lockstarter.sample.order;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockKind;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;

/**
 * Takes stock: reads how many pieces have left the stock, thinks, reads how many were
 * shipped, and writes down whether they are as many.
 */
@Service
public class StockTaking {

	private final OrderRepository orders;

	private final StockRepository stock;

	private final CountRepository counts;

	private final Duration thinkTime;

	StockTaking(OrderRepository orders, StockRepository stock, CountRepository counts,
			@Value("${sample.think-time}") Duration thinkTime) {
		this.orders = orders;
		this.stock = stock;
		this.counts = counts;
		this.thinkTime = thinkTime;
	}

	/**
	 * Count an item, beside other counts of it but beside no order for it: the key is
	 * that of {@link OrderService#process}, which holds it alone.
	 * @param itemId the item
	 * @return when the count began, as {@link System#nanoTime()}
	 */
	@DistributedLock(key = "stock_lock_#{#itemId}", name = "stock-taking", kind = LockKind.READ)
	public long count(String itemId) {
		return compare(itemId);
	}

	/**
	 * The same with the lock forgotten.
	 * @param itemId the item
	 * @return when the count began, as {@link System#nanoTime()}
	 */
	public long countUnlocked(String itemId) {
		return compare(itemId);
	}

	private long compare(String itemId) {
		long entered = System.nanoTime();
		Instant begun = Instant.now();
		int gone = this.stock.goneOf(itemId);
		LockSupport.parkNanos(this.thinkTime.toNanos());
		boolean right = gone == this.orders.shippedOf(itemId);
		this.counts.counted(itemId, right, begun, Instant.now());
		return entered;
	}

}
