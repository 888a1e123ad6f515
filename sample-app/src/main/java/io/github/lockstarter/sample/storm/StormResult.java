package io.github.lockstarter.sample.storm;

/**
 * The result of a storm, according to the database.
 *
 * @param kind the kind of the storm
 * @param placed the number of placed orders
 * @param processed the number of orders that were processed, once or more
 * @param processedTwice the number of orders that were processed more than once
 * @param oversold the number of pieces that were shipped although they were not there
 * @param failed the number of deliveries that ended with an exception
 * @param ordersPerSecond orders worked off per second
 * @param waitP50 the median of the time from a call to its body, in milliseconds
 * @param waitP99 the same for the slowest hundredth
 * @param sideWork the work beside the orders
 */
public record StormResult(StormKind kind, long placed, long processed, long processedTwice, long oversold, long failed,
		double ordersPerSecond, double waitP50, double waitP99, SideWork sideWork) {

	/**
	 * Whether each order that is part of the storm was processed once, nothing was
	 * oversold, and the work beside the orders was exact.
	 * @return whether the result is exact
	 */
	public boolean isExact() {
		return (this.processed == this.placed || !this.kind.processesEachOrder()) && this.processedTwice == 0
				&& this.oversold == 0 && this.failed == 0 && this.sideWork.isExact();
	}

}
