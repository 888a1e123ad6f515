package io.github.lockstarter.core;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.github.lockstarter.core.platform.Deadline;
import io.github.lockstarter.store.LockStore;

/**
 * The engines of a client between its start and its end, one for each store; knows which
 * of them has the locks of a name. Thread-safe.
 */
final class Engines {

	private final LockEngine standard;

	/** The standard engine first, by the name of its store, which is empty. */
	private final Map<String, LockEngine> byStore = new LinkedHashMap<>();

	private final Map<String, String> locks;

	/**
	 * @param stores the stores
	 * @param engine makes the engine of a store, which is to know these
	 */
	Engines(LockStores stores, BiFunction<LockStore, Engines, LockEngine> engine) {
		this.standard = engine.apply(stores.standard(), this);
		this.byStore.put("", this.standard);
		new TreeMap<>(stores.further()).forEach((name, store) -> this.byStore.put(name, engine.apply(store, this)));
		this.locks = stores.locks();
	}

	/** Whether a thread holds a lock in any store. */
	boolean anyHeldBy(Thread thread) {
		return this.byStore.values().stream().anyMatch((engine) -> engine.anyHeldBy(thread));
	}

	LockEngine standard() {
		return this.standard;
	}

	/** The engine that has the locks of a name. */
	LockEngine of(String lockName) {
		String store = this.locks.get(lockName);
		return (store != null) ? this.byStore.getOrDefault(store, this.standard) : this.standard;
	}

	Map<String, Duration> adaptiveLeases() {
		Map<String, Duration> chosen = new TreeMap<>();
		this.byStore.values().forEach((engine) -> chosen.putAll(engine.adaptiveLeases().chosen()));
		return chosen;
	}

	AdminOfStores admin() {
		Map<String, DefaultLockAdmin> admins = new LinkedHashMap<>();
		this.byStore.forEach((store, engine) -> admins.put(store, engine.admin()));
		return new AdminOfStores(admins);
	}

	/** Connect to all stores, and wait for that for a limited time. */
	void warmUp() {
		awaitAll((engine) -> engine.warmUp().toCompletableFuture(), Deadline.ANSWER);
	}

	/**
	 * Grant nothing any more but to threads that hold a lock already, and wait until
	 * nothing is held.
	 * @param limit how long to wait at the most
	 */
	void drain(Duration limit) {
		awaitAll(LockEngine::drain, limit);
		this.byStore.values().forEach((engine) -> engine.reportHeld(limit));
	}

	private void awaitAll(Function<LockEngine, CompletableFuture<?>> step, Duration limit) {
		CompletableFuture<?>[] steps = this.byStore.values().stream().map(step).toArray(CompletableFuture[]::new);
		this.standard.awaitUninterruptibly(CompletableFuture.allOf(steps), limit);
	}

	void close() {
		this.byStore.values().forEach(LockEngine::close);
	}

	boolean isOpen() {
		return this.standard.isOpen();
	}

	boolean isClosed() {
		return this.standard.isClosed();
	}

}
