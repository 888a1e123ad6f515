package io.github.lockstarter.sample.live;

import java.util.List;

import io.github.lockstarter.sample.storm.Blow;
import io.github.lockstarter.sample.storm.SideWork;
import io.github.lockstarter.sample.storm.StormStatus;
import io.github.lockstarter.sample.storm.WorkerStatus;

/**
 * All that the page shows at one moment, except the charts.
 *
 * @param storm the progress of the storm
 * @param orders the orders
 * @param items the stock
 * @param work the work beside the orders
 * @param locks the locks with their holders and waiters
 * @param workers the processes
 * @param blows the latest blows to them
 * @param canFreeze whether they can be frozen here
 */
record Snapshot(StormStatus storm, Orders orders, List<Item> items, SideWork work, List<LockView> locks,
		List<WorkerStatus> workers, List<Blow> blows, boolean canFreeze) {

	/**
	 * The orders, counted.
	 *
	 * @param placed the number of orders
	 * @param workedOff how many of them went through the work of the storm, whatever it
	 * is
	 * @param processed how many were processed, once or more
	 * @param processedTwice how many were processed more than once
	 * @param failed how many deliveries ended with an exception
	 * @param refused how many late writes the fencing token refused
	 * @param rolledBack how many more times work was rolled back
	 */
	record Orders(long placed, long workedOff, long processed, long processedTwice, long failed, long refused,
			long rolledBack) {
	}

	/**
	 * An item in stock.
	 *
	 * @param itemId its id
	 * @param name its name
	 * @param initialQuantity how many pieces there were at first
	 * @param quantity how many pieces the stock says are left
	 * @param shipped how many pieces were shipped
	 */
	record Item(String itemId, String name, int initialQuantity, int quantity, int shipped) {

		/**
		 * The number of pieces that were shipped although they were not there.
		 * @return the number
		 */
		public int getOversold() {
			return Math.max(0, this.shipped - this.initialQuantity);
		}

	}

}
