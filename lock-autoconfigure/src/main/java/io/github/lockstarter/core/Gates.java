package io.github.lockstarter.core;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The gates that are in use. There is one for each lock that is waited for or held in
 * this JVM.
 */
final class Gates {

	private final Engine engine;

	private final Map<String, Gate> gates = new ConcurrentHashMap<>();

	Gates(Engine engine) {
		this.engine = engine;
	}

	/**
	 * Let a waiter join the queue of its lock.
	 */
	void join(Waiter waiter) {
		while (!this.gates.computeIfAbsent(waiter.key(), (absent) -> new Gate(absent, this.engine)).join(waiter)) {
			Thread.onSpinWait();
		}
	}

	/**
	 * Let a waiter go that was not served: afterwards it is done, one way or another.
	 */
	void leave(Waiter waiter) {
		at(waiter.key(), (gate) -> gate.leave(waiter));
	}

	/**
	 * Whether a waiter waits for a store that does not answer, and not for a holder.
	 */
	boolean isUnavailable(Waiter waiter) {
		Gate gate = get(waiter.key());
		return gate != null && gate.isUnavailable(waiter);
	}

	@Nullable Gate get(String key) {
		return this.gates.get(key);
	}

	/**
	 * Do something at the gate of a lock, if it has one.
	 */
	void at(String key, Consumer<Gate> action) {
		Gate gate = get(key);
		if (gate != null) {
			action.accept(gate);
		}
	}

	void all(Consumer<Gate> action) {
		this.gates.values().forEach(action);
	}

	void retire(String key, Gate gate) {
		this.gates.remove(key, gate);
	}

	boolean isEmpty() {
		return this.gates.isEmpty();
	}

	/** Who waits for a lock in this JVM. */
	List<Waiter> waiters(String key) {
		Gate gate = get(key);
		return (gate != null) ? gate.waiters() : List.of();
	}

	/** Who waits in this JVM, for whatever lock. */
	List<Waiter> waiters() {
		return this.gates.values().stream().flatMap((gate) -> gate.waiters().stream()).toList();
	}

	/** Who holds a lock in this JVM. */
	@Nullable Hold hold(String key) {
		Gate gate = get(key);
		return (gate != null) ? gate.hold() : null;
	}

}
