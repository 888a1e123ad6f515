package io.github.lockstarter.store.memory;

import java.util.List;
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
import java.util.function.Consumer;
import java.util.function.Function;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockPage;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import org.jspecify.annotations.Nullable;

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
			MemoryRecord record = (found != null) ? found
					: new MemoryRecord(name, this.id, this.listeners::containsKey, this::deliver);
			result.set(action.apply(record));
			return (found != null) ? found : kept(name, record);
		});
		return Objects.requireNonNull(result.get());
	}

	private @Nullable MemoryRecord kept(String key, MemoryRecord fresh) {
		if (fresh.isBlank()) {
			return null;
		}
		forgetLater(key);
		return fresh;
	}

	/**
	 * The locks that there are records of, in their order, from the one after the cursor.
	 */
	LockPage page(String cursor, int count) {
		List<String> keys = this.records.keySet()
			.stream()
			.filter((key) -> key.compareTo(cursor) > 0)
			.sorted()
			.limit(count + 1L)
			.toList();
		boolean last = keys.size() <= count;
		return last ? new LockPage(keys, "") : new LockPage(keys.subList(0, count), keys.get(count - 1));
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

	private void deliver(String instance, Consumer<GrantListener> message) {
		this.deliveries.execute(() -> {
			GrantListener listener = this.listeners.get(instance);
			if (listener != null) {
				message.accept(listener);
			}
		});
	}

}
