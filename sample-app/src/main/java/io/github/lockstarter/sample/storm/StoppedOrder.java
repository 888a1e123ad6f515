package io.github.lockstarter.sample.storm;

/**
 * The order in which a process was stopped: the stock is read and not yet written.
 *
 * @param itemId the ordered item
 * @param token the fencing token of the lock; 0 without a lock
 */
record StoppedOrder(String itemId, long token) {

	static StoppedOrder parse(String text) {
		int space = text.indexOf(' ');
		return new StoppedOrder(text.substring(0, space), Long.parseLong(text.substring(space + 1)));
	}

	boolean hasLock() {
		return this.token > 0;
	}

	String key() {
		return "stock_lock_" + this.itemId;
	}

}
