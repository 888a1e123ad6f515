package io.github.lockstarter.store.memory;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.LockPage;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreCondition;
import io.github.lockstarter.store.StoreException;

/**
 * A session whose operations complete at once.
 */
final class MemoryLockSession implements LockSession {

	private final MemoryLockStore store;

	private final String instance;

	private volatile boolean closed;

	MemoryLockSession(MemoryLockStore store, String instance) {
		this.store = store;
		this.instance = instance;
	}

	@Override
	public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
		return with(request.key(),
				(record) -> record.acquire(new Acquisition(this.instance, request.sequence()), request));
	}

	@Override
	public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
		return with(key, (record) -> record.renew(new Acquisition(this.instance, sequence), lease));
	}

	@Override
	public CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor) {
		return with(key, (record) -> record.release(new Acquisition(this.instance, sequence), passes, keepFor));
	}

	@Override
	public CompletionStage<Requeued> requeue(long finished, int passes, AcquireRequest next) {
		return with(next.key(), (record) -> {
			StoreAnswer released = record.release(new Acquisition(this.instance, finished), passes, Duration.ZERO);
			return new Requeued(released, record.acquire(new Acquisition(this.instance, next.sequence()), next));
		});
	}

	@Override
	public CompletionStage<LockRecord> inspect(String key) {
		return with(key, MemoryRecord::inspect);
	}

	@Override
	public CompletionStage<LockPage> scan(String cursor, int count) {
		return unlessClosed(() -> this.store.page(cursor, Math.max(count, 1)));
	}

	@Override
	public CompletionStage<Boolean> forceRelease(String key, LockRecord.Hold hold) {
		Acquisition who = new Acquisition(hold.instance(), hold.sequence());
		return with(key, (record) -> record.forceRelease(who, hold.token()));
	}

	private <T> CompletionStage<T> with(String key, Function<MemoryRecord, T> action) {
		return unlessClosed(() -> this.store.with(key, action));
	}

	private <T> CompletionStage<T> unlessClosed(Supplier<T> action) {
		return this.closed ? CompletableFuture.failedFuture(new StoreException("the session is closed", false, null))
				: CompletableFuture.completedFuture(action.get());
	}

	@Override
	public CompletionStage<Void> listen(String key) {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public boolean isListening(String key) {
		return true;
	}

	@Override
	public CompletionStage<StoreCondition> condition() {
		return CompletableFuture.completedStage(new StoreCondition(Map.of("mode", "memory of this JVM"), null));
	}

	@Override
	public CompletionStage<Void> warmUp() {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public void close() {
		this.closed = true;
		this.store.close(this.instance);
	}

	/**
	 * Identifies an acquisition.
	 */
	record Acquisition(String instance, long sequence) {
	}

}
