package io.github.lockstarter.store.memory;

import java.util.function.Predicate;

import io.github.lockstarter.store.StoreClock;

/**
 * The moment at which a record is asked something.
 *
 * @param micros the store's clock, in microseconds since the epoch
 * @param server the id of the store
 * @param listening tells of an instance whether it can be told anything
 */
record Moment(long micros, String server, Predicate<String> listening) {

	long millis() {
		return Math.floorDiv(this.micros, 1000);
	}

	StoreClock clock() {
		return new StoreClock(this.micros, this.server);
	}

}
