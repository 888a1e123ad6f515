package io.github.lockstarter.core.hold;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The holds of a client in one store, each until the store has heard of its end, or until
 * it is lost or forgotten. Thread-safe.
 */
public final class OpenHolds {

	private final Set<Hold> holds = ConcurrentHashMap.newKeySet();

	private final HoldCount count;

	/**
	 * Begin without holds.
	 * @param count counts those of all stores of the client
	 */
	public OpenHolds(HoldCount count) {
		this.count = count;
	}

	/** Add a hold. Counted first, since it may be removed as soon as it is seen. */
	public void add(Hold hold) {
		this.count.opened();
		if (!this.holds.add(hold)) {
			this.count.closed();
		}
	}

	/** Remove a hold. */
	public void remove(Hold hold) {
		if (this.holds.remove(hold)) {
			this.count.closed();
		}
	}

	/** Do something with each. */
	public void forEach(Consumer<Hold> action) {
		this.holds.forEach(action);
	}

	/** Whether there is none. */
	public boolean isEmpty() {
		return this.holds.isEmpty();
	}

}
