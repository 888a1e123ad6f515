package io.github.lockstarter.store.record;

import java.util.function.Predicate;

import io.github.lockstarter.store.StoreClock;

/**
 * The moment of a request to a record.
 *
 * @param micros the store's clock, in microseconds since the epoch
 * @param server the id of the store
 * @param listening whether an instance can be notified
 */
public record Moment(long micros, String server, Predicate<String> listening) {

	/**
	 * The moment in milliseconds.
	 * @return milliseconds since the epoch by the store's clock
	 */
	public long millis() {
		return Math.floorDiv(this.micros, 1000);
	}

	/**
	 * The moment as it is sent to others.
	 * @return the moment on the store's clock
	 */
	public StoreClock clock() {
		return new StoreClock(this.micros, this.server);
	}

}
