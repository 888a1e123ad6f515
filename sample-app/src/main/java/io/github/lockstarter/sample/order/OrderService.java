package io.github.lockstarter.sample.order;

import java.util.function.IntConsumer;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockContext;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Processes orders: reads the stock, thinks, writes the stock.
 */
@Service
public class OrderService {

	private final OrderRepository orders;

	private final StockRepository stock;

	private final ThinkTime thinkTime;

	OrderService(OrderRepository orders, StockRepository stock, ThinkTime thinkTime) {
		this.orders = orders;
		this.stock = stock;
		this.thinkTime = thinkTime;
	}

	/**
	 * Process an order, one at a time for each item on all machines together. The lock is
	 * around the transaction: the next holder sees the committed data. If this JVM pauses
	 * until it has lost the lock, the database refuses its late writes, also those of an
	 * order for which too little is left.
	 * @param order the order
	 * @return the outcome
	 */
	@DistributedLock(key = "stock_lock_#{#order.itemId}", name = "stock", waitTime = 10, leaseTime = 30)
	@Transactional
	public Processing process(Order order) {
		long token = LockContext.current().fencingToken();
		this.stock.raiseToken(order.itemId(), token);
		IntConsumer writer = (quantity) -> this.stock.write(order.itemId(), quantity, token);
		return workOff(order, writer, writer);
	}

	/**
	 * The same with the lock forgotten.
	 * @param order the order
	 * @return the outcome
	 */
	@Transactional
	public Processing processUnlocked(Order order) {
		return workOff(order, (quantity) -> this.stock.overwrite(order.itemId(), quantity), (quantity) -> {
		});
	}

	/**
	 * Process an order.
	 * @param stockWriter receives the quantity that is left
	 * @param soldOut receives the quantity that is too small
	 */
	private Processing workOff(Order order, IntConsumer stockWriter, IntConsumer soldOut) {
		long begun = System.nanoTime();
		if (this.orders.statusOf(order) != OrderStatus.NEW) {
			return new Processing(begun, false);
		}
		int quantity = this.stock.quantityOf(order.itemId());
		this.thinkTime.pass(order);
		if (quantity < order.quantity()) {
			soldOut.accept(quantity);
			this.orders.finish(order, OrderStatus.SOLD_OUT);
			return new Processing(begun, false);
		}
		stockWriter.accept(quantity - order.quantity());
		this.orders.finish(order, OrderStatus.SHIPPED);
		return new Processing(begun, true);
	}

}
