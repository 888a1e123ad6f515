package io.github.lockstarter.core;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.github.lockstarter.LockOption;
import io.github.lockstarter.core.hold.LeaseMath;
import io.github.lockstarter.core.platform.Deadline;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.queue.ClientLifecycle;
import io.github.lockstarter.store.LockStore;
import org.jspecify.annotations.Nullable;

/**
 * The engines of a client between its start and its end, one for each store; knows which
 * of them has the locks of a name. Thread-safe.
 */
final class Engines {

	private final Platform platform;

	private final LockEngine standard;

	/** The standard engine first, by the name of its store, which is empty. */
	private final Map<String, LockEngine> byStore = new LinkedHashMap<>();

	private final Map<String, String> locks;

	private final ClientLifecycle lifecycle = new ClientLifecycle(this::anyHeldBy);

	/**
	 * @param stores the stores
	 * @param platform waits for their steps
	 * @param engine makes the engine of a store, which is to know these
	 */
	Engines(LockStores stores, Platform platform, BiFunction<LockStore, Engines, LockEngine> engine) {
		this.platform = platform;
		this.locks = stores.locks();
		try {
			this.standard = engine.apply(stores.standard(), this);
			this.byStore.put("", this.standard);
			new TreeMap<>(stores.further()).forEach((name, store) -> this.byStore.put(name, engine.apply(store, this)));
		}
		catch (Throwable ex) {
			close();
			throw ex;
		}
	}

	private boolean anyHeldBy(Thread thread) {
		return this.byStore.values().stream().anyMatch((engine) -> engine.holds().hasAny(thread));
	}

	/** What all of them are: open, draining, drained or closed. */
	ClientLifecycle lifecycle() {
		return this.lifecycle;
	}

	LockEngine standard() {
		return this.standard;
	}

	/** The engine of all locks; {@code null} if there are several. */
	@Nullable LockEngine only() {
		return (this.byStore.size() == 1) ? this.standard : null;
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
	 * Grant nothing any more but to those that hold a lock already, and wait until
	 * nothing is held. A call that was under way when the last holder left may have got
	 * its lock nevertheless: then wait once more, while nobody gets any.
	 * @param atMost how long to wait; more than ten years counts as that
	 */
	void drain(Duration atMost) {
		Duration limit = LeaseMath.shorter(atMost, LockOption.LONGEST);
		long until = this.platform.nanoTime() + limit.toNanos();
		this.lifecycle.drain();
		boolean none = awaitNone(until);
		if (none) {
			this.lifecycle.endDrain();
			awaitNone(until);
		}
		this.byStore.values().forEach((engine) -> engine.reportHeld(limit));
	}

	/**
	 * Refuse those that are not served any more, and wait until nothing is held anywhere:
	 * while work goes on from lock to lock, there is always one, in one store or another.
	 */
	private boolean awaitNone(long until) {
		boolean inTime = true;
		boolean none = false;
		while (inTime && !none && !isClosed()) {
			inTime = awaitAll(LockEngine::drained, Duration.ofNanos(Math.max(until - this.platform.nanoTime(), 0)));
			none = areNone();
		}
		return none;
	}

	/** Nothing may have been opened in one store while another one was asked. */
	private boolean areNone() {
		long before = opened();
		return this.byStore.values().stream().allMatch((engine) -> engine.holds().areNone()) && opened() == before;
	}

	private long opened() {
		return this.byStore.values().stream().mapToLong((engine) -> engine.holds().opened()).sum();
	}

	/** Whether a step was done everywhere within the limit. */
	private boolean awaitAll(Function<LockEngine, CompletableFuture<?>> step, Duration limit) {
		CompletableFuture<?>[] steps = this.byStore.values().stream().map(step).toArray(CompletableFuture[]::new);
		CompletableFuture<Void> all = CompletableFuture.allOf(steps);
		this.platform.awaitUninterruptibly(all, limit.toNanos());
		return all.isDone();
	}

	void close() {
		this.byStore.values().forEach(LockEngine::close);
	}

	boolean isOpen() {
		return this.lifecycle.isOpen();
	}

	boolean isClosed() {
		return this.lifecycle.isClosed();
	}

}
