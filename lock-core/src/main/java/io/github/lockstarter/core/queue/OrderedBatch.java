package io.github.lockstarter.core.queue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one call for several locks, which were sent together. Those that were
 * granted up to the first that was not are of use; that one is waited for by its queue,
 * and what is behind it is given up: nobody waits for a lock while holding a later one.
 *
 * @param attempts the requests, in the order of the locks
 * @param answers what becomes of each
 */
record OrderedBatch(List<AcquireAttempt> attempts, List<CompletableFuture<StoreAnswer>> answers) {

	/**
	 * Tell the queues when all is known.
	 * @param first told the answer to the first request
	 */
	void follow(BiConsumer<@Nullable StoreAnswer, @Nullable Throwable> first) {
		this.answers.get(0).whenComplete(first);
		CompletableFuture.allOf(this.answers.toArray(CompletableFuture[]::new)).whenComplete((done, failure) -> tell());
	}

	private void tell() {
		boolean served = true;
		for (int i = 0; i < this.attempts.size(); i++) {
			AcquireAttempt attempt = this.attempts.get(i);
			CompletableFuture<StoreAnswer> answer = this.answers.get(i);
			if (served) {
				answer.whenComplete((known, thrown) -> tell(attempt, known, thrown));
				served = attempt.head.isServed();
			}
			else {
				attempt.skipped(answer.isCompletedExceptionally() || isGranted(answer.join()));
			}
		}
	}

	private static void tell(AcquireAttempt attempt, @Nullable StoreAnswer answer, @Nullable Throwable thrown) {
		if (StoreAnswer.PASSED_OVER.equals(answer)) {
			attempt.notTaken();
		}
		else {
			attempt.answered(answer, thrown);
		}
	}

	private static boolean isGranted(StoreAnswer answer) {
		return answer.state() == AcquisitionState.GRANTED;
	}

}
