package io.github.lockstarter.sample.order;

/**
 * The status of an order.
 */
public enum OrderStatus {

	/**
	 * Placed, not processed yet.
	 */
	NEW,

	/**
	 * Its pieces were taken from the stock.
	 */
	SHIPPED,

	/**
	 * There were not enough pieces left.
	 */
	SOLD_OUT

}
