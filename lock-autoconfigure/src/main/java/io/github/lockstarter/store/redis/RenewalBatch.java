package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.StoreException;

/**
 * Renews several leases by one script. It knows only leases that last; whatever else
 * there is to say of one, a request of its own finds out. So what is wrong with one
 * record concerns no other.
 *
 * @param requests what to renew
 * @param alone renews one lease
 */
record RenewalBatch(List<RenewRequest> requests, Function<RenewRequest, CompletionStage<StoreAnswer>> alone) {

	/** So that one script keeps a server busy for less than two milliseconds. */
	static final int LARGEST = 200;

	static List<RenewalBatch> of(List<RenewRequest> requests,
			Function<RenewRequest, CompletionStage<StoreAnswer>> alone) {
		List<RenewalBatch> batches = new ArrayList<>();
		for (int from = 0; from < requests.size(); from += LARGEST) {
			int to = Math.min(from + LARGEST, requests.size());
			batches.add(new RenewalBatch(List.copyOf(requests.subList(from, to)), alone));
		}
		return batches;
	}

	/**
	 * Read what the script returned. If the server refused to run it, it may be on
	 * account of a single record, and so each is asked for alone.
	 */
	List<CompletionStage<StoreAnswer>> answers(CompletableFuture<List<Object>> result) {
		CompletableFuture<List<Object>> known = result.exceptionally((failure) -> {
			StoreException cause = Failures.translate(failure, this.requests.get(0).key());
			if (!cause.isPassing()) {
				return List.of();
			}
			throw cause;
		});
		List<CompletionStage<StoreAnswer>> answers = new ArrayList<>();
		for (int i = 0; i < this.requests.size(); i++) {
			int index = i;
			answers.add(known.thenCompose((values) -> answer(values, index)));
		}
		return answers;
	}

	private CompletionStage<StoreAnswer> answer(List<Object> values, int index) {
		long token = values.isEmpty() ? 0 : (Long) values.get(1 + 2 * index);
		if (token == 0) {
			return this.alone.apply(this.requests.get(index));
		}
		Duration rest = Duration.ofMillis((Long) values.get(2 + 2 * index));
		StoreClock clock = new StoreClock((Long) values.get(0), "");
		return CompletableFuture.completedStage(new StoreAnswer(AcquisitionState.GRANTED, token, rest, clock));
	}

}
