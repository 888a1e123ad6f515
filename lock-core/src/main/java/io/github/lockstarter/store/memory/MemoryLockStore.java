package io.github.lockstarter.store.memory;

import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockPage;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.record.LockRecordState;
import io.github.lockstarter.store.record.Message;
import io.github.lockstarter.store.record.Moment;
import io.github.lockstarter.store.record.Reply;
import org.jspecify.annotations.Nullable;

/**
 * A {@link LockStore} inside this JVM, for development and tests: it excludes no other
 * JVM. Gives the same guarantees as the store on Redis, by this JVM's
 * {@link System#nanoTime() monotonic clock}; sessions of the same store exclude each
 * other. Thread-safe.
 */
public final class MemoryLockStore implements LockStore {

	private final Map<String, LockRecordState> records = new ConcurrentHashMap<>();

	private final Map<String, GrantListener> listeners = new ConcurrentHashMap<>();

	private final LateTasks deliveries = new LateTasks("lock-memory-store");

	private final LateTasks retention = new LateTasks("lock-memory-retention");

	private final MonotonicClock clock;

	private final long startedMicros;

	private final String id = "memory-" + UUID.randomUUID();

	/**
	 * Create an empty store.
	 */
	public MemoryLockStore() {
		this(System::nanoTime);
	}

	/**
	 * Create an empty store with a clock of its own.
	 */
	MemoryLockStore(LongSupplier nanoTime) {
		this.clock = new MonotonicClock(Clock.systemUTC(), nanoTime);
		this.startedMicros = this.clock.micros();
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
	 * Send a request to the record of a lock, one at a time, and deliver the messages
	 * that this causes.
	 */
	<T> T ask(String key, Question<T> question) {
		StackProbe.check();
		AtomicReference<T> answer = new AtomicReference<>();
		this.records.compute(key, (name, found) -> {
			Reply<T> reply = question.apply((found != null) ? found : LockRecordState.empty(name), now());
			answer.set(reply.answer());
			reply.messages().forEach(this::deliver);
			return (found != null) ? reply.record() : kept(name, reply.record());
		});
		return Objects.requireNonNull(answer.get());
	}

	String id() {
		return this.id;
	}

	Duration upFor() {
		return Duration.of(this.clock.micros() - this.startedMicros, ChronoUnit.MICROS);
	}

	private Moment now() {
		return new Moment(this.clock.micros(), this.id, this.listeners::containsKey);
	}

	private @Nullable LockRecordState kept(String key, LockRecordState fresh) {
		if (fresh.isForgotten(now())) {
			return null;
		}
		forgetLater(key);
		return fresh;
	}

	/**
	 * The locks with a record, in order, from the one after the cursor.
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
		this.retention.run(() -> forget(key), LockRecordState.RETENTION_MILLIS + 1);
	}

	private void forget(String key) {
		if (this.records.computeIfPresent(key, (name, found) -> found.isForgotten(now()) ? null : found) != null) {
			forgetLater(key);
		}
	}

	private void deliver(Message message) {
		this.deliveries.run(() -> {
			GrantListener listener = this.listeners.get(message.instance());
			if (listener != null) {
				message.tell(listener);
			}
		}, 0);
	}

	/**
	 * A request to a record at a moment.
	 */
	interface Question<T> extends BiFunction<LockRecordState, Moment, Reply<T>> {

	}

}
