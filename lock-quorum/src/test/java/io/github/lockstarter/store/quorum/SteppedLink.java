package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;

/**
 * The way from one client to one node: requests arrive in their order, and so do answers.
 */
final class SteppedLink implements LockStore {

	private static final Duration SILENCE = Duration.ofSeconds(5);

	private final SteppedTime time;

	private final SteppedNode node;

	private final LongSupplier delays;

	private State state = State.UP;

	private long arrival;

	private long answer;

	SteppedLink(SteppedTime time, SteppedNode node, LongSupplier delays) {
		this.time = time;
		this.node = node;
		this.delays = delays;
	}

	void set(State next) {
		this.state = next;
	}

	State state() {
		return this.state;
	}

	private <T> CompletionStage<T> send(Supplier<T> operation) {
		CompletableFuture<T> stage = new CompletableFuture<>();
		if (this.state == State.REFUSED) {
			return CompletableFuture.failedStage(failure("connection refused"));
		}
		if (this.state == State.THROWS) {
			throw new OutOfMemoryError("unable to create native thread");
		}
		if (this.state == State.LOSES_REQUESTS) {
			return silent(stage);
		}
		int restarts = this.node.restarts();
		this.arrival = Math.max(this.arrival, this.time.nanoTime() + this.delays.getAsLong());
		this.time.schedule(() -> this.node.run(() -> {
			if (this.node.restarts() != restarts) {
				stage.completeExceptionally(failure("the connection was lost"));
				return;
			}
			try {
				answer(stage, operation.get(), null);
			}
			catch (StoreException ex) {
				answer(stage, null, ex);
			}
		}), this.arrival - this.time.nanoTime());
		return silent(stage);
	}

	private <T> void answer(CompletableFuture<T> stage, T result, StoreException failure) {
		if (this.state != State.LOSES_ANSWERS) {
			this.answer = Math.max(this.answer, this.time.nanoTime() + this.delays.getAsLong());
			this.time.schedule(() -> {
				if (failure != null) {
					stage.completeExceptionally(failure);
				}
				else {
					stage.complete(result);
				}
			}, this.answer - this.time.nanoTime());
		}
	}

	private <T> CompletionStage<T> silent(CompletableFuture<T> stage) {
		Runnable cancel = this.time.schedule(() -> stage.completeExceptionally(failure("no answer for five seconds")),
				SILENCE.toNanos());
		stage.whenComplete((result, thrown) -> cancel.run());
		return stage;
	}

	private static StoreException failure(String message) {
		return new StoreException(message, true, Kind.CONNECTION, null);
	}

	@Override
	public LockSession open(String instance, GrantListener listener) {
		this.node.listeners.put(instance, listener);
		return new Session(instance);
	}

	/**
	 * How it works.
	 */
	enum State {

		UP, REFUSED, LOSES_REQUESTS, LOSES_ANSWERS, THROWS

	}

	private final class Session implements LockSession {

		private final String instance;

		Session(String instance) {
			this.instance = instance;
		}

		@Override
		public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
			return send(() -> SteppedLink.this.node.acquire(this.instance, request));
		}

		@Override
		public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
			return send(() -> SteppedLink.this.node.records().renew(this.instance, key, sequence, lease));
		}

		@Override
		public CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor) {
			return send(() -> SteppedLink.this.node.records()
				.release(this.instance, key, sequence, passes, keepFor, false));
		}

		@Override
		public CompletionStage<StoreAnswer> releaseWithoutMark(String key, long sequence, int passes,
				Duration keepFor) {
			return send(
					() -> SteppedLink.this.node.records().release(this.instance, key, sequence, passes, keepFor, true));
		}

		@Override
		public CompletionStage<LockRecord> inspect(String key) {
			return send(() -> SteppedLink.this.node.records().inspect(key));
		}

		@Override
		public CompletionStage<Boolean> forceRelease(String key, LockRecord.Hold hold) {
			return send(() -> SteppedLink.this.node.records().forceRelease(key, hold));
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
		}

	}

}
