package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * What handles do with the holds they stand for.
 */
final class Holds {

	private Holds() {
	}

	/**
	 * Leave all of them, the last taken first, and wait for the store's answers at most
	 * as long as {@link Deadline#ANSWER}.
	 */
	static void leave(List<Hold> holds) {
		awaitUninterruptibly(giveBack(holds), Deadline.ANSWER.toNanos());
	}

	/**
	 * Leave all of them, the last taken first, and wait for nothing.
	 * @return completes when the store has answered
	 */
	static CompletableFuture<Void> giveBack(List<Hold> holds) {
		List<CompletableFuture<Void>> left = new ArrayList<>(holds.size());
		for (int i = holds.size() - 1; i >= 0; i--) {
			left.add(holds.get(i).leave().toCompletableFuture());
		}
		return CompletableFuture.allOf(left.toArray(CompletableFuture[]::new));
	}

	/**
	 * Leave locks that did not reach their caller, and wait for nothing.
	 */
	static void abandon(List<Hold> holds) {
		for (int i = holds.size() - 1; i >= 0; i--) {
			holds.get(i).abandon();
		}
	}

	/**
	 * Refuse several holds of which one was lost while the next was waited for.
	 */
	static void checkNotLost(List<Hold> holds) {
		if (holds.size() > 1) {
			holds.forEach(Hold::checkNotLost);
		}
	}

	/**
	 * Extend the lease of one.
	 * @param deadline how long to wait for the answer at the most
	 */
	static void extend(Engine engine, Hold hold, Duration lease, Deadline deadline) {
		hold.checkNotLost();
		Duration asked = hold.upToMaxHold(lease);
		hold.turn().ask(asked);
		long sentAt = System.nanoTime();
		CompletionStage<StoreAnswer> renewal = engine.session().renew(hold.key(), hold.turn().sequence(), asked);
		StoreAnswer answer = answer(engine, renewal, hold.key(),
				Math.min(hold.remainingNanos(), Math.min(deadline.remainingNanos(), Deadline.ANSWER.toNanos())));
		if (answer.state() != AcquisitionState.GRANTED) {
			hold.turn().disown(answer);
			throw new LockLostException(hold.key(), hold.token(), Losses.storeSays(answer));
		}
		hold.lengthen(lease);
		hold.turn().confirm(sentAt, answer.remaining());
		hold.checkNotLost();
	}

	/**
	 * Wait for a store's answer.
	 * @throws LockUnavailableException if it fails or does not come in time
	 */
	static <T> T answer(Engine engine, CompletionStage<T> stage, String key, long nanos) {
		long startedAt = System.nanoTime();
		CompletableFuture<T> future = stage.toCompletableFuture();
		awaitUninterruptibly(future, nanos);
		if (future.isDone() && !future.isCompletedExceptionally()) {
			return future.join();
		}
		@Nullable StoreException cause = future.isDone() ? future.handle((done, thrown) -> StoreFailures.of(thrown)).join()
				: null;
		if (cause != null) {
			engine.events().storeFailed(cause);
		}
		throw new LockUnavailableException(key, Duration.ofNanos(System.nanoTime() - startedAt), cause);
	}

	static void awaitUninterruptibly(CompletableFuture<?> future, long nanos) {
		Deadline deadline = new Deadline(System.nanoTime() + nanos);
		boolean interrupted = false;
		while (!future.isDone()) {
			try {
				future.handle((done, thrown) -> true).get(Math.max(deadline.remainingNanos(), 0), TimeUnit.NANOSECONDS);
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
			catch (TimeoutException | ExecutionException ex) {
				break;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
