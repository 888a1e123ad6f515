package io.github.lockstarter.sample.till;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.sample.order.Order;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Prints receipts: reads the last number, rings up, prints the next.
 */
@Service
public class TillService {

	private final ReceiptRepository receipts;

	private final Duration ringingTime;

	TillService(ReceiptRepository receipts, @Value("${sample.ringing-time}") Duration ringingTime) {
		this.receipts = receipts;
		this.ringingTime = ringingTime;
	}

	/**
	 * Print a receipt with the next number. Callers are served in the order in which they
	 * came, whatever their machine: nobody is overtaken at the till.
	 * @param order the order that was bought
	 * @param came when the customer came
	 * @return when the till began to ring it up, as {@link System#nanoTime()}
	 */
	@DistributedLock(key = "till", name = "till", fair = true)
	@Transactional
	public long ringUp(Order order, Instant came) {
		return print(order, came);
	}

	/**
	 * The same with the lock forgotten.
	 * @param order the order that was bought
	 * @param came when the customer came
	 * @return when the till began to ring it up, as {@link System#nanoTime()}
	 */
	public long ringUpUnlocked(Order order, Instant came) {
		return print(order, came);
	}

	private long print(Order order, Instant came) {
		long begun = System.nanoTime();
		long last = this.receipts.lastNumber();
		LockSupport.parkNanos(this.ringingTime.toNanos());
		this.receipts.print(order, last + 1, came);
		return begun;
	}

}
