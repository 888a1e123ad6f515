package io.github.lockstarter.core.hold;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The holds of a client, each until the store has heard of its end, or until it is lost
 * or forgotten. Thread-safe.
 */
public final class OpenHolds {

	private final Set<Hold> holds = ConcurrentHashMap.newKeySet();

	/** Made when somebody asks for it, which nobody does before the client is stopped. */
	private volatile @Nullable CompletableFuture<Void> none;

	/** Add a hold. */
	public void add(Hold hold) {
		this.holds.add(hold);
	}

	/** Remove a hold. */
	public void remove(Hold hold) {
		this.holds.remove(hold);
		CompletableFuture<Void> awaited = this.none;
		if (awaited != null && this.holds.isEmpty()) {
			awaited.complete(null);
		}
	}

	/** When there is none. */
	public synchronized CompletableFuture<Void> none() {
		CompletableFuture<Void> awaited = (this.none != null) ? this.none : new CompletableFuture<>();
		this.none = awaited;
		if (this.holds.isEmpty()) {
			awaited.complete(null);
		}
		return awaited;
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
