package io.github.lockstarter.sample.order;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * The time between reading and writing the stock. Thread-safe.
 */
@Component
public class ThinkTime {

	private final Duration duration;

	private final AtomicReference<@Nullable Consumer<Order>> visitor = new AtomicReference<>();

	/**
	 * Create the component.
	 * @param duration how long it takes to think
	 */
	public ThinkTime(@Value("${sample.think-time}") Duration duration) {
		this.duration = duration;
	}

	/**
	 * Visit the next thread that has read the stock and not yet written it.
	 * @param visitor receives the order, on the thread that works on it
	 */
	public void visitNext(Consumer<Order> visitor) {
		this.visitor.set(visitor);
	}

	void pass(Order order) {
		LockSupport.parkNanos(this.duration.toNanos());
		Consumer<Order> visitor = this.visitor.getAndSet(null);
		if (visitor != null) {
			visitor.accept(order);
		}
	}

}
