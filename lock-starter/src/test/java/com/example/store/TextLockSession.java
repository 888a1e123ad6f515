package com.example.store;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.record.Acquisition;
import io.github.lockstarter.store.record.LockRecordState;
import io.github.lockstarter.store.record.Moment;
import io.github.lockstarter.store.record.Reply;
import io.github.lockstarter.store.record.Way;

/**
 * The operations that the contract asks for. Here they complete at once.
 */
final class TextLockSession implements LockSession {

	private final TextLockStore store;

	private final String instance;

	private volatile boolean closed;

	TextLockSession(TextLockStore store, String instance) {
		this.store = store;
		this.instance = instance;
	}

	@Override
	public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
		return ask(request.key(),
				(record, now) -> record.acquire(acquisition(request.sequence()), request, Way.TOLD, now));
	}

	@Override
	public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
		return ask(key, (record, now) -> record.renew(acquisition(sequence), lease, now));
	}

	@Override
	public CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor) {
		return ask(key, (record, now) -> record.release(acquisition(sequence), passes, keepFor, now, false));
	}

	@Override
	public CompletionStage<Requeued> requeue(long finished, int passes, AcquireRequest next) {
		return ask(next.key(),
				(record, now) -> record.requeue(acquisition(finished), passes, next, Way.TOLD, now, false));
	}

	@Override
	public CompletionStage<Boolean> forceRelease(String key, LockRecord.Hold hold) {
		return ask(key, (record, now) -> record.forceRelease(hold, now));
	}

	@Override
	public CompletionStage<LockRecord> inspect(String key) {
		return ask(key, (record, now) -> new Reply<>(record, record.inspect(now), List.of()));
	}

	private Acquisition acquisition(long sequence) {
		return new Acquisition(this.instance, sequence);
	}

	private <T> CompletionStage<T> ask(String key, BiFunction<LockRecordState, Moment, Reply<T>> question) {
		return this.closed ? CompletableFuture.failedStage(new StoreException("the session is closed", false, null))
				: CompletableFuture.completedStage(this.store.ask(key, question));
	}

	@Override
	public CompletionStage<Void> listen(String key) {
		return CompletableFuture.completedStage(null);
	}

	@Override
	public boolean isListening(String key) {
		return true;
	}

	@Override
	public CompletionStage<Void> warmUp() {
		return CompletableFuture.completedStage(null);
	}

	@Override
	public void close() {
		this.closed = true;
		this.store.close(this.instance);
	}

}
