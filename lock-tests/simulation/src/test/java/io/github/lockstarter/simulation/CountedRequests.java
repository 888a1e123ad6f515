package io.github.lockstarter.simulation;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.github.lockstarter.store.InDoubtAcquisitions;
import io.github.lockstarter.store.StoreAnswer;

/**
 * Counts the requests of a session until they are answered, so that it knows which
 * acquisitions may be forgotten.
 */
final class CountedRequests {

	private final InDoubtAcquisitions inDoubt = new InDoubtAcquisitions();

	<T> CompletionStage<T> follow(long sequence, Supplier<CompletableFuture<T>> request) {
		return follow(List.of(sequence), request);
	}

	/** Count a request of acquisitions, until it is answered. */
	<T> CompletionStage<T> follow(List<Long> sequences, Supplier<CompletableFuture<T>> request) {
		return sent(sequences, request).handle((answer, failure) -> {
			if (failure != null) {
				sequences.forEach(this.inDoubt::failed);
				throw new CompletionException(failure);
			}
			sequences.forEach(this.inDoubt::answered);
			return answer;
		});
	}

	/**
	 * Count requests that go together until all is known of each: it may yet be sent by
	 * itself, which is what takes a lock.
	 */
	List<CompletionStage<StoreAnswer>> followEach(List<Long> sequences,
			Supplier<List<CompletionStage<StoreAnswer>>> requests) {
		List<CompletionStage<StoreAnswer>> answers = sent(sequences, requests);
		return IntStream.range(0, sequences.size())
			.mapToObj((index) -> answers.get(index)
				.whenComplete((answer, failure) -> this.inDoubt.answered(sequences.get(index))))
			.toList();
	}

	private <T> T sent(List<Long> sequences, Supplier<T> requests) {
		sequences.forEach(this.inDoubt::sent);
		try {
			return requests.get();
		}
		catch (Throwable ex) {
			sequences.forEach(this.inDoubt::failed);
			throw ex;
		}
	}

	/** What is not answered yet may arrive twice. */
	void mayRepeat() {
		this.inDoubt.doubtAll();
	}

	boolean isAnswered(long sequence) {
		return this.inDoubt.isAnswered(sequence);
	}

	/** Refuse the answer to a release that forgets, if it says nothing. */
	void checkReleased(long sequence, StoreAnswer answer) {
		this.inDoubt.checkReleased(sequence, answer);
	}

}
