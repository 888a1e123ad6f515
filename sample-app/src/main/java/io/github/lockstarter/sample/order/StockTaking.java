package io.github.lockstarter.sample.order;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockKind;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;

/**
 * Takes stock: reads how many pieces have left the stock, thinks, reads how many were
 * shipped.
 */
@Service
public class StockTaking {

	private final OrderRepository orders;

	private final StockRepository stock;

	private final Duration thinkTime;

	StockTaking(OrderRepository orders, StockRepository stock, @Value("${sample.think-time}") Duration thinkTime) {
		this.orders = orders;
		this.stock = stock;
		this.thinkTime = thinkTime;
	}

	/**
	 * Count an item, beside other counts of it but beside no order for it: the key is
	 * that of {@link OrderService#process}, which holds it alone.
	 * @param itemId the item
	 * @return whether as many pieces were shipped as have left the stock
	 */
	@DistributedLock(key = "stock_lock_#{#itemId}", name = "stock-taking", kind = LockKind.READ)
	public boolean count(String itemId) {
		return compare(itemId);
	}

	/**
	 * The same with the lock forgotten.
	 * @param itemId the item
	 * @return whether as many pieces were shipped as have left the stock
	 */
	public boolean countUnlocked(String itemId) {
		return compare(itemId);
	}

	private boolean compare(String itemId) {
		int gone = this.stock.goneOf(itemId);
		LockSupport.parkNanos(this.thinkTime.toNanos());
		return gone == this.orders.shippedOf(itemId);
	}

}
