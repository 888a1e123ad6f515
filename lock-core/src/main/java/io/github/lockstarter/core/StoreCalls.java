package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.core.hold.EventDispatcher;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.ReleaseRetries;
import io.github.lockstarter.core.hold.StoreFailures;
import io.github.lockstarter.core.platform.Deadline;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.ThreadNames;
import io.github.lockstarter.core.platform.Timer;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Waits for what a store answers.
 */
final class StoreCalls {

	private final Platform platform;

	private final Timer timer;

	private final LockSession session;

	private final EventDispatcher events;

	private final ReleaseRetries releases;

	private final boolean releaseInBackground;

	StoreCalls(Platform platform, Timer timer, LockSession session, EventDispatcher events, ReleaseRetries releases,
			boolean releaseInBackground) {
		this.platform = platform;
		this.timer = timer;
		this.session = session;
		this.events = events;
		this.releases = releases;
		this.releaseInBackground = releaseInBackground;
	}

	/**
	 * Do something about an answer that has not come in time, unless that is cancelled.
	 * @throws java.util.concurrent.RejectedExecutionException if the client has ended
	 */
	Future<?> after(long nanos, Runnable task) {
		return this.timer.schedule(task, nanos);
	}

	/**
	 * Refuse to block a thread that serves connections.
	 * @param instead what to call on such a thread
	 */
	void checkMayBlock(String instead) {
		if (!this.session.mayBlock()) {
			throw wouldBlock(instead);
		}
	}

	IllegalStateException wouldBlock(String instead) {
		return new IllegalStateException("The thread '" + ThreadNames.name(this.platform.currentThread())
				+ "' serves connections, so it can't wait for a lock: use " + instead
				+ ", or another thread, for example one of Schedulers.boundedElastic().");
	}

	/**
	 * Leave holds, the last taken first; a failure concerns no other.
	 * @return completes when the store has answered
	 */
	CompletableFuture<Void> leaveAll(List<Hold> holds, Function<Hold, CompletionStage<Void>> how) {
		if (holds.size() == 1) {
			return how.apply(holds.get(0)).toCompletableFuture();
		}
		List<CompletableFuture<Void>> left = new ArrayList<>(holds.size());
		this.releases.together(holds.stream().map(Hold::jvmLease).collect(Collectors.toSet()), () -> {
			for (int i = holds.size() - 1; i >= 0; i--) {
				Hold hold = holds.get(i);
				FailureIsolation.run("Releasing a lock", () -> left.add(how.apply(hold).toCompletableFuture()));
			}
		});
		return CompletableFuture.allOf(left.toArray(CompletableFuture[]::new));
	}

	/**
	 * Wait for the answers to releases, unless nobody is to wait for them. A caller that
	 * a loss concerns always waits, if it may: perhaps only these answers report it.
	 */
	void awaitReleased(CompletableFuture<Void> released, LossPolicy onLoss) {
		if ((!this.releaseInBackground || onLoss != LossPolicy.REPORT) && this.session.mayBlock()) {
			this.platform.awaitUninterruptibly(released, Deadline.ANSWER.toNanos());
		}
	}

	/**
	 * Wait for an answer that the call can't do without.
	 * @param nanos for how long at most
	 * @throws LockUnavailableException if the store fails or does not answer in time
	 */
	<T extends @Nullable Object> T await(CompletionStage<T> stage, String key, long nanos) {
		long startedAt = this.platform.nanoTime();
		CompletableFuture<T> future = stage.toCompletableFuture();
		this.platform.awaitUninterruptibly(future, nanos);
		return answer(future, key, startedAt);
	}

	/**
	 * Answer to a call that can't do without it, and does not wait any more.
	 * @throws LockUnavailableException if the store has failed or not answered
	 */
	<T extends @Nullable Object> T answer(CompletableFuture<T> future, String key, long startedAt) {
		if (future.isDone()) {
			try {
				return future.join();
			}
			catch (CompletionException ex) {
				throw failed(ex, key, startedAt);
			}
		}
		throw unavailable(key, startedAt, StoreFailures.ofSilence(this.session));
	}

	private LockException failed(CompletionException thrown, String key, long startedAt) {
		if (thrown.getCause() instanceof LockException exception) {
			return exception;
		}
		StoreException cause = StoreFailures.of(thrown);
		this.events.storeFailed(cause);
		return unavailable(key, startedAt, cause);
	}

	private LockException unavailable(String key, long startedAt, @Nullable StoreException cause) {
		return Refusals.unavailable(key, Duration.ofNanos(this.platform.nanoTime() - startedAt), cause);
	}

}
