package io.github.lockstarter.sample.storm;

/**
 * What the database says after a storm.
 *
 * @param mode how the orders were processed
 * @param placed how many orders were placed
 * @param processed how many of them were processed, once or more
 * @param processedTwice how many of them were processed more than once
 * @param oversold how many pieces were shipped that were not there
 * @param failed how many deliveries ended with an exception
 * @param ordersPerSecond orders processed in a second
 * @param waitP50 the median of the time from a call to its body, in milliseconds
 * @param waitP99 the same for the slowest hundredth
 * @param sideWork what came of the work beside the orders
 */
public record StormResult(StormMode mode, long placed, long processed, long processedTwice, long oversold, long failed,
		double ordersPerSecond, double waitP50, double waitP99, SideWork sideWork) {

	/**
	 * Whether each order was processed once, nothing was sold that was not there, and the
	 * work beside the orders was exact.
	 * @return whether the result is exact
	 */
	public boolean isExact() {
		return this.processed == this.placed && this.processedTwice == 0 && this.oversold == 0 && this.failed == 0
				&& this.sideWork.isExact();
	}

}
