package io.github.lockstarter.sample.storm;

import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.sample.account.AccountRepository;
import io.github.lockstarter.sample.account.TransferService;
import io.github.lockstarter.sample.carrier.CarrierService;
import io.github.lockstarter.sample.order.Order;
import io.github.lockstarter.sample.order.OrderService;
import io.github.lockstarter.sample.order.Processing;
import io.github.lockstarter.sample.order.StockTaking;
import io.github.lockstarter.sample.till.TillService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.stereotype.Component;

/**
 * The handling of an order: it is processed, the shipped pieces are paid, get a receipt
 * and go to the carrier, and now and then stock is taken. The storm of one kind of lock
 * does only the part that needs it.
 */
@Component
class OrderFlow {

	private static final Logger logger = LoggerFactory.getLogger(OrderFlow.class);

	private static final int PRICE = 10;

	private static final int ATTEMPTS = 3;

	private final OrderService orders;

	private final TransferService transfers;

	private final AccountRepository accounts;

	private final TillService till;

	private final CarrierService carrier;

	private final StockTaking stockTaking;

	private final StormRepository storm;

	OrderFlow(OrderService orders, TransferService transfers, AccountRepository accounts, TillService till,
			CarrierService carrier, StockTaking stockTaking, StormRepository storm) {
		this.orders = orders;
		this.transfers = transfers;
		this.accounts = accounts;
		this.till = till;
		this.carrier = carrier;
		this.stockTaking = stockTaking;
		this.storm = storm;
	}

	/**
	 * Do the part of the work that makes up the storm.
	 * @return when the work began for which the caller waited, as
	 * {@link System#nanoTime()}
	 */
	long workOff(Order order, StormKind kind) {
		return switch (kind) {
			case UNLOCKED -> doAll(order, false);
			case MUTEX -> process(order, true).begun();
			case READERS -> isOneInFive(order) ? process(order, true).begun() : takeStock(order, true);
			case SEMAPHORE -> handOver(order, true);
			case FAIR -> ringUp(order, true);
			case SEVERAL_KEYS -> pay(order, true);
			case ALL -> doAll(order, true);
		};
	}

	private long doAll(Order order, boolean locked) {
		Processing processing = process(order, locked);
		if (processing.shipped()) {
			pay(order, locked);
			ringUp(order, locked);
			handOver(order, locked);
		}
		if (isOneInFive(order)) {
			takeStock(order, locked);
		}
		return processing.begun();
	}

	private static boolean isOneInFive(Order order) {
		return order.id() % 5 == 0;
	}

	private Processing process(Order order, boolean locked) {
		return locked ? again(order, () -> this.orders.process(order)) : this.orders.processUnlocked(order);
	}

	/**
	 * A transaction is rolled back if its lock is lost before the commit, if the database
	 * refuses its write, or if it waits there too long for the rows of a frozen process.
	 * It begins again.
	 */
	private <T> T again(Order order, Supplier<T> transaction) {
		for (int attempt = 1;; attempt++) {
			try {
				return transaction.get();
			}
			catch (LockLostException | TransientDataAccessException ex) {
				this.storm.rolledBack(order, ex instanceof OptimisticLockingFailureException);
				if (attempt == ATTEMPTS) {
					throw ex;
				}
				logger.info("{} Attempt {} of {}", ex.getMessage(), attempt + 1, ATTEMPTS);
			}
		}
	}

	/**
	 * All customers buy from each other: from the next one, or from a later one.
	 */
	private long pay(Order order, boolean locked) {
		List<String> owners = this.accounts.findOwners();
		int buyer = (int) (order.id() % owners.size());
		int distance = 1 + (int) (order.id() / owners.size() % (owners.size() - 1));
		String from = owners.get(buyer);
		String to = owners.get((buyer + distance) % owners.size());
		int amount = order.quantity() * PRICE;
		return locked ? again(order, () -> this.transfers.transfer(from, to, amount))
				: this.transfers.transferUnlocked(from, to, amount);
	}

	private long ringUp(Order order, boolean locked) {
		return locked ? again(order, () -> this.till.ringUp(order, Instant.now()))
				: this.till.ringUpUnlocked(order, Instant.now());
	}

	private long handOver(Order order, boolean locked) {
		return locked ? this.carrier.handOver(order) : this.carrier.handOverUnlocked(order);
	}

	private long takeStock(Order order, boolean locked) {
		return locked ? this.stockTaking.count(order.itemId()) : this.stockTaking.countUnlocked(order.itemId());
	}

}
