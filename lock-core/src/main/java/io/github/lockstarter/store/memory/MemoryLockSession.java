package io.github.lockstarter.store.memory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockPage;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreCondition;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.memory.MemoryLockStore.Question;
import io.github.lockstarter.store.record.Acquisition;
import io.github.lockstarter.store.record.Reply;
import io.github.lockstarter.store.record.Way;

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
		Acquisition who = acquisition(request.sequence());
		StoreException young = (request.vote() != null) ? request.vote().refusal(this.store.upFor(), this.store.id())
				: null;
		return (young != null) ? CompletableFuture.failedStage(young)
				: ask(request.key(), (record, now) -> record.acquire(who, request, Way.TOLD, now));
	}

	@Override
	public List<CompletionStage<StoreAnswer>> acquireInOrder(List<AcquireRequest> requests) {
		List<CompletionStage<StoreAnswer>> answers = new ArrayList<>(requests.size());
		boolean granted = true;
		for (AcquireRequest request : requests) {
			CompletionStage<StoreAnswer> answer = granted ? acquire(request)
					: CompletableFuture.completedStage(StoreAnswer.PASSED_OVER);
			granted = granted && isGranted(answer.toCompletableFuture());
			answers.add(answer);
		}
		return answers;
	}

	private static boolean isGranted(CompletableFuture<StoreAnswer> answer) {
		return !answer.isCompletedExceptionally() && answer.join().state() == AcquisitionState.GRANTED;
	}

	@Override
	public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
		return ask(key, (record, now) -> record.renew(acquisition(sequence), lease, now));
	}

	@Override
	public CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor) {
		return release(key, sequence, passes, keepFor, false);
	}

	@Override
	public CompletionStage<StoreAnswer> releaseWithoutMark(String key, long sequence, int passes, Duration keepFor) {
		return release(key, sequence, passes, keepFor, true);
	}

	private CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor,
			boolean withoutMark) {
		return ask(key, (record, now) -> record.release(acquisition(sequence), passes, keepFor, now, withoutMark));
	}

	@Override
	public CompletionStage<Requeued> requeue(long finished, int passes, AcquireRequest next) {
		return requeue(finished, passes, next, false);
	}

	@Override
	public CompletionStage<Requeued> requeueWithoutMark(long finished, int passes, AcquireRequest next) {
		return requeue(finished, passes, next, true);
	}

	private CompletionStage<Requeued> requeue(long finished, int passes, AcquireRequest next, boolean withoutMark) {
		return ask(next.key(),
				(record, now) -> record.requeue(acquisition(finished), passes, next, Way.TOLD, now, withoutMark));
	}

	@Override
	public CompletionStage<LockRecord> inspect(String key) {
		return ask(key, (record, now) -> new Reply<>(record, record.inspect(now), List.of()));
	}

	@Override
	public CompletionStage<LockPage> scan(String cursor, int count) {
		return unlessClosed(() -> this.store.page(cursor, Math.max(count, 1)));
	}

	@Override
	public CompletionStage<Boolean> forceRelease(String key, LockRecord.Hold hold) {
		return ask(key, (record, now) -> record.forceRelease(hold, now));
	}

	private Acquisition acquisition(long sequence) {
		return new Acquisition(this.instance, sequence);
	}

	private <T> CompletionStage<T> ask(String key, Question<T> question) {
		return unlessClosed(() -> this.store.ask(key, question));
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

	/** No connection keeps others waiting here, and none answers. */
	@Override
	public boolean mayBlock() {
		return true;
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

}
