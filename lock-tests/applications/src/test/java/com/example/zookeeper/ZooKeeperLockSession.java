package com.example.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockPage;
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
 * The operations that the contract asks for.
 */
final class ZooKeeperLockSession implements LockSession {

	private static final long PATIENCE_SECONDS = 5;

	private final ZooKeeperLockStore store;

	private final String instance;

	private volatile boolean closed;

	ZooKeeperLockSession(ZooKeeperLockStore store, String instance) {
		this.store = store;
		this.instance = instance;
	}

	@Override
	public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
		AcquireRequest now = withoutQueue(request);
		return ask(request.key(),
				(record, moment) -> record.acquire(acquisition(request.sequence()), now, Way.DEAF, moment));
	}

	/** Without this, many locks would be taken with one list each. */
	@Override
	public List<CompletionStage<StoreAnswer>> acquireInOrder(List<AcquireRequest> requests) {
		List<CompletionStage<StoreAnswer>> answers = new ArrayList<>();
		CompletionStage<StoreAnswer> last = null;
		for (AcquireRequest request : requests) {
			last = (last == null) ? acquire(request)
					: last.thenCompose((before) -> (before.state() == AcquisitionState.GRANTED) ? acquire(request)
							: CompletableFuture.completedStage(StoreAnswer.PASSED_OVER));
			answers.add(last);
		}
		return answers;
	}

	private static AcquireRequest withoutQueue(AcquireRequest request) {
		return new AcquireRequest(request.key(), request.sequence(), request.lease(), request.owner(), Duration.ZERO,
				request.passes(), null, null, false, null, request.supersedes(), "");
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
		return ask(next.key(), (record, now) -> record.requeue(acquisition(finished), passes, withoutQueue(next),
				Way.DEAF, now, false));
	}

	@Override
	public CompletionStage<Boolean> forceRelease(String key, LockRecord.Hold hold) {
		return ask(key, (record, now) -> record.forceRelease(hold, now));
	}

	@Override
	public CompletionStage<LockRecord> inspect(String key) {
		return ask(key, (record, now) -> new Reply<>(record, record.inspect(now), List.of()));
	}

	/** All on one page. */
	@Override
	public CompletionStage<LockPage> scan(String cursor, int count) {
		return inTime(this.store::keys).thenApply((keys) -> new LockPage(keys, ""));
	}

	private Acquisition acquisition(long sequence) {
		return new Acquisition(this.instance, sequence);
	}

	private <T> CompletionStage<T> ask(String key, BiFunction<LockRecordState, Moment, Reply<T>> question) {
		return inTime(() -> this.store.ask(key, question));
	}

	private <T> CompletionStage<T> inTime(Supplier<CompletableFuture<T>> request) {
		if (this.closed) {
			return CompletableFuture.failedStage(new StoreException("the session is closed", false, null));
		}
		return request.get().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).handle((answer, failure) -> {
			if (failure != null) {
				throw StoreException.of(failure, "ZooKeeper did not answer");
			}
			return answer;
		});
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
		return inspect("").handle((record, failure) -> null);
	}

	@Override
	public void close() {
		this.closed = true;
	}

}
