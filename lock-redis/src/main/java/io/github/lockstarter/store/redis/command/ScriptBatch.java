package io.github.lockstarter.store.redis.command;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import org.jspecify.annotations.Nullable;

/**
 * Requests for several locks that are served by one script. The script serves only the
 * usual case; all other locks get requests of their own. A defect of one record therefore
 * does not affect the others.
 *
 * @param <Q> a request
 * @param requests the requests
 * @param reader reads the answer to the request with that index from the result of the
 * script; {@code null} if there is none
 * @param alone sends one request by itself
 */
public record ScriptBatch<Q>(List<Q> requests, BiFunction<List<Object>, Integer, @Nullable StoreAnswer> reader,
		Function<Q, CompletionStage<StoreAnswer>> alone) {

	/** The number of requests that one script serves. */
	public static final int LARGEST = 200;

	/**
	 * Split requests into batches, so that one script keeps a server busy for a few
	 * milliseconds only.
	 */
	public static <Q> List<ScriptBatch<Q>> of(List<Q> requests,
			BiFunction<List<Object>, Integer, @Nullable StoreAnswer> reader,
			Function<Q, CompletionStage<StoreAnswer>> alone) {
		return of(requests, LARGEST, reader, alone);
	}

	/**
	 * Split requests into batches of at most that many.
	 */
	public static <Q> List<ScriptBatch<Q>> of(List<Q> requests, int largest,
			BiFunction<List<Object>, Integer, @Nullable StoreAnswer> reader,
			Function<Q, CompletionStage<StoreAnswer>> alone) {
		List<ScriptBatch<Q>> batches = new ArrayList<>();
		for (int from = 0; from < requests.size(); from += largest) {
			int to = Math.min(from + largest, requests.size());
			batches.add(new ScriptBatch<>(List.copyOf(requests.subList(from, to)), reader, alone));
		}
		return batches;
	}

	/**
	 * Read the result of the script. If the server refused to run it, a single record may
	 * be the cause, so each request is sent alone.
	 * @param record the first record, to name if the server does not answer
	 */
	public List<CompletionStage<StoreAnswer>> answers(CompletableFuture<List<Object>> result, String record) {
		CompletableFuture<List<Object>> known = result.exceptionally((failure) -> {
			StoreException cause = RedisErrors.translate(failure, record);
			if (RedisErrors.isRefusal(cause)) {
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
		StoreAnswer answer = values.isEmpty() ? null : this.reader.apply(values, index);
		return (answer != null) ? CompletableFuture.completedStage(answer) : this.alone.apply(this.requests.get(index));
	}

}
