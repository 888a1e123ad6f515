package io.github.lockstarter.store.tck;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import org.awaitility.Awaitility;
import org.jspecify.annotations.NullMarked;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The time in which leases, places in a queue and claim windows of a store end. Messages
 * of the store arrive in the time of the machine.
 */
@NullMarked
public interface LockStoreContractTime {

	/** The time of the machine. */
	LockStoreContractTime OF_THE_MACHINE = new OfTheMachine();

	/**
	 * Let so much time pass.
	 * @param time how much
	 */
	void pass(Duration time);

	/**
	 * Let time pass until it has brought something about.
	 * @param limit how much of it may pass
	 * @param condition whether it has
	 */
	default void await(Duration limit, BooleanSupplier condition) {
		Duration step = Duration.ofMillis(10);
		Duration passed = Duration.ZERO;
		while (!condition.getAsBoolean()) {
			assertThat(passed).as("The time that has passed").isLessThan(limit);
			pass(step);
			passed = passed.plus(step);
		}
	}

	/**
	 * Time that passes only when a test lets it, and by a microsecond with each look: no
	 * request takes less. Thread-safe.
	 */
	final class Stepped implements LockStoreContractTime, LongSupplier {

		private final AtomicLong nanos = new AtomicLong();

		@Override
		public void pass(Duration time) {
			this.nanos.addAndGet(time.toNanos());
		}

		/** The time in nanoseconds. */
		@Override
		public long getAsLong() {
			return this.nanos.addAndGet(1000);
		}

	}

	/**
	 * The time of the machine.
	 */
	final class OfTheMachine implements LockStoreContractTime {

		private OfTheMachine() {
		}

		@Override
		public void pass(Duration time) {
			Awaitility.await().pollDelay(time).atMost(time.plusSeconds(30)).until(() -> true);
		}

		@Override
		public void await(Duration limit, BooleanSupplier condition) {
			Awaitility.await().atMost(limit).until(condition::getAsBoolean);
		}

	}

}
