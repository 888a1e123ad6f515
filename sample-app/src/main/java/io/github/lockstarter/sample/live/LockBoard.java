package io.github.lockstarter.sample.live;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.sample.account.AccountRepository;
import io.github.lockstarter.sample.order.StockItem;
import io.github.lockstarter.sample.order.StockRepository;
import io.github.lockstarter.sample.storm.WorkerReport;
import io.github.lockstarter.sample.storm.WorkerStatus;
import io.github.lockstarter.sample.storm.Workers;

import org.springframework.stereotype.Component;

/**
 * The locks of a storm.
 */
@Component
class LockBoard {

	private final LockClient locks;

	private final StockRepository stock;

	private final AccountRepository accounts;

	LockBoard(LockClient locks, StockRepository stock, AccountRepository accounts) {
		this.locks = locks;
		this.stock = stock;
		this.accounts = accounts;
	}

	List<LockView> look(List<WorkerStatus> workers) {
		Stream<String> items = this.stock.findAll().stream().map(StockItem::itemId).map((item) -> "stock_lock_" + item);
		Stream<String> owners = this.accounts.findOwners().stream().map((owner) -> "account_" + owner);
		return Stream.of(items, Stream.of("till", "carrier"), owners)
			.flatMap((keys) -> keys)
			.map((key) -> view(key, workers))
			.toList();
	}

	private LockView view(String key, List<WorkerStatus> workers) {
		LockInfo lock = this.locks.lock(key).inspect();
		return new LockView(key, lock.holders().stream().map((holder) -> holder(holder, workers)).toList(),
				lock.waiters(),
				workers.stream()
					.flatMap((worker) -> waiters(key, worker))
					.sorted(Comparator.comparingLong(LockView.Waiter::millis).reversed())
					.toList());
	}

	private static LockView.Holder holder(LockInfo.Holder holder, List<WorkerStatus> workers) {
		return new LockView.Holder(Workers.nameOf(holder.instance(), workers), holder.thread(), holder.since(),
				holder.remaining().toMillis(), Long.toString(holder.fencingToken()), String.valueOf(holder.kind()));
	}

	private static Stream<LockView.Waiter> waiters(String key, WorkerStatus worker) {
		WorkerReport report = worker.report();
		if (report == null || worker.state() == WorkerStatus.State.DEAD) {
			return Stream.empty();
		}
		return report.waiting()
			.stream()
			.filter((wait) -> wait.key().equals(key))
			.map((wait) -> new LockView.Waiter(worker.name(), wait.thread(), wait.millis()));
	}

}
