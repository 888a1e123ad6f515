package io.github.lockstarter.sample.storm;

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
 * The whole handling of an order: it is processed, the shipped pieces are paid, get a
 * receipt and go to the carrier, and now and then stock is taken.
 */
@Component
class OrderFlow {

	private static final Logger logger = LoggerFactory.getLogger(OrderFlow.class);

	private static final int PRICE = 10;

	private static final int ORDERS_PER_COUNT = 5;

	private static final int ATTEMPTS = 3;

	private final OrderService orders;

	private final TransferService transfers;

	private final AccountRepository accounts;

	private final TillService till;

	private final CarrierService carrier;

	private final StockTaking stockTaking;

	private final SideWorkRepository sideWork;

	private final StormRepository storm;

	OrderFlow(OrderService orders, TransferService transfers, AccountRepository accounts, TillService till,
			CarrierService carrier, StockTaking stockTaking, SideWorkRepository sideWork, StormRepository storm) {
		this.orders = orders;
		this.transfers = transfers;
		this.accounts = accounts;
		this.till = till;
		this.carrier = carrier;
		this.stockTaking = stockTaking;
		this.sideWork = sideWork;
		this.storm = storm;
	}

	/**
	 * Handle the order.
	 * @return when the processing of the order began, as {@link System#nanoTime()}
	 */
	long workOff(Order order, StormMode mode) {
		boolean locked = (mode == StormMode.LOCKED);
		Processing processing = locked ? again(order, () -> this.orders.process(order))
				: this.orders.processUnlocked(order);
		if (processing.shipped()) {
			pay(order, locked);
			ringUp(order, locked);
			handOver(order, locked);
		}
		if (order.id() % ORDERS_PER_COUNT == 0) {
			takeStock(order.itemId(), locked);
		}
		return processing.begun();
	}

	private void again(Order order, Runnable transaction) {
		again(order, () -> {
			transaction.run();
			return true;
		});
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
	private void pay(Order order, boolean locked) {
		List<String> owners = this.accounts.findOwners();
		int buyer = (int) (order.id() % owners.size());
		int distance = 1 + (int) (order.id() / owners.size() % (owners.size() - 1));
		String from = owners.get(buyer);
		String to = owners.get((buyer + distance) % owners.size());
		int amount = order.quantity() * PRICE;
		if (locked) {
			again(order, () -> this.transfers.transfer(from, to, amount));
		}
		else {
			this.transfers.transferUnlocked(from, to, amount);
		}
	}

	private void ringUp(Order order, boolean locked) {
		if (locked) {
			again(order, () -> this.till.ringUp(order));
		}
		else {
			this.till.ringUpUnlocked(order);
		}
	}

	private void handOver(Order order, boolean locked) {
		if (locked) {
			this.carrier.handOver(order);
		}
		else {
			this.carrier.handOverUnlocked(order);
		}
	}

	private void takeStock(String itemId, boolean locked) {
		boolean right = locked ? this.stockTaking.count(itemId) : this.stockTaking.countUnlocked(itemId);
		this.sideWork.counted(itemId, right);
	}

}
