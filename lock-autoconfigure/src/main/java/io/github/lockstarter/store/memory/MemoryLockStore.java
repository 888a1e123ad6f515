package io.github.lockstarter.store.memory;

import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;

/**
 * A {@link LockStore} inside this JVM, for development and tests: it excludes no other
 * JVM. Keeps the same promises as the store on Redis, by
 * {@link System#currentTimeMillis() this JVM's clock}; sessions of the same store exclude
 * each other. Thread-safe.
 */
public final class MemoryLockStore implements LockStore {

	private final Map<String, MemoryRecord> records = new ConcurrentHashMap<>();

	private final Map<String, GrantListener> listeners = new ConcurrentHashMap<>();

	private final Executor deliveries;

	private final String id = "memory-" + UUID.randomUUID();

	/**
	 * Create an empty store.
	 */
	public MemoryLockStore() {
		ThreadPoolExecutor executor = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
				(task) -> {
					Thread thread = new Thread(task, "lock-memory-store");
					thread.setDaemon(true);
					return thread;
				});
		executor.allowCoreThreadTimeOut(true);
		this.deliveries = executor;
	}

	@Override
	public LockSession open(String instance, GrantListener listener) {
		this.listeners.put(instance, listener);
		return new MemoryLockSession(this, instance);
	}

	void close(String instance) {
		this.listeners.remove(instance);
	}

	/**
	 * Do something with the record of a lock, alone.
	 */
	<T> T with(String key, Function<MemoryRecord, T> action) {
		AtomicReference<T> result = new AtomicReference<>();
		this.records.compute(key, (name, found) -> {
			MemoryRecord record = (found != null) ? found : create(name);
			result.set(action.apply(record));
			record.takeGrants().forEach(this::deliver);
			return record;
		});
		return Objects.requireNonNull(result.get());
	}

	private MemoryRecord create(String key) {
		forgetLater(key);
		return new MemoryRecord(key, this.id, this.listeners::containsKey);
	}

	private void forgetLater(String key) {
		CompletableFuture.delayedExecutor(MemoryRecord.RETENTION.toMillis() + 1, TimeUnit.MILLISECONDS, Runnable::run)
			.execute(() -> forget(key));
	}

	private void forget(String key) {
		if (this.records.computeIfPresent(key, (name, found) -> found.isForgettable() ? null : found) != null) {
			forgetLater(key);
		}
	}

	private void deliver(String instance, Grant grant) {
		this.deliveries.execute(() -> {
			GrantListener listener = this.listeners.get(instance);
			if (listener != null) {
				listener.granted(grant);
			}
		});
	}

}
