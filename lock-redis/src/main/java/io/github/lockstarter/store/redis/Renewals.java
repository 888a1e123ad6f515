package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.redis.acknowledgement.ReplicaAcknowledgements;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.command.ReplyParser;
import io.github.lockstarter.store.redis.command.Script;
import io.github.lockstarter.store.redis.command.ScriptArguments;
import io.github.lockstarter.store.redis.command.ScriptBatch;
import io.github.lockstarter.store.redis.command.ScriptExecutor;

/**
 * Renews leases, one or many with few scripts, and looks up in the same way how
 * acquisitions stand.
 */
final class Renewals {

	private final RedisLockSession session;

	private final Connections connections;

	private final ScriptExecutor scripts;

	private final ScriptArguments arguments;

	private final ReplicaAcknowledgements acknowledgements;

	/** Whether leases count only once replicas have them. */
	private final boolean acknowledged;

	/**
	 * @param session takes note of the answers
	 */
	Renewals(RedisLockSession session, Connections connections, ScriptExecutor scripts, ScriptArguments arguments,
			ReplicaAcknowledgements acknowledgements) {
		this.session = session;
		this.connections = connections;
		this.scripts = scripts;
		this.arguments = arguments;
		this.acknowledgements = acknowledgements;
		this.acknowledged = acknowledgements.areNeeded();
	}

	/** Renew one lease. */
	CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
		String record = this.session.record(key);
		if (!this.acknowledged) {
			return run(key, sequence, this.arguments.renew(record, sequence, lease));
		}
		return this.acknowledgements.run(Script.RENEW, record, new String[] { record },
				this.arguments.renewAnyway(record, sequence, lease),
				(result) -> this.session.noted(key, sequence, ReplyParser.answer(record, result)),
				ReplicaAcknowledgements::isGrant);
	}

	private CompletionStage<StoreAnswer> renew(RenewRequest request) {
		return renew(request.key(), request.sequence(), request.lease());
	}

	/** Renew leases, each of which has its own answer. */
	List<CompletionStage<StoreAnswer>> renew(List<RenewRequest> requests) {
		return inBatches(requests, this::renew, (records, arguments) -> this.acknowledgements.run(Script.RENEW_MANY,
				records[0], records, arguments, Function.identity(), (renewed) -> true));
	}

	/** Ask how acquisitions stand, whatever replicas have of them. */
	List<CompletionStage<StoreAnswer>> lookUp(List<RenewRequest> requests) {
		return inBatches(requests, this::lookUp, (records, arguments) -> this.scripts.run(Script.RENEW_MANY, records[0],
				records, arguments, (renewed) -> renewed));
	}

	private CompletionStage<StoreAnswer> lookUp(RenewRequest request) {
		return run(request.key(), request.sequence(),
				this.arguments.renew(this.session.record(request.key()), request.sequence(), request.lease()));
	}

	private CompletionStage<StoreAnswer> run(String key, long sequence, String[] arguments) {
		String record = this.session.record(key);
		return this.scripts.run(Script.RENEW, record, new String[] { record }, arguments,
				(result) -> this.session.noted(key, sequence, ReplyParser.answer(record, result)));
	}

	private List<CompletionStage<StoreAnswer>> inBatches(List<RenewRequest> requests,
			Function<RenewRequest, CompletionStage<StoreAnswer>> alone,
			BiFunction<String[], String[], CompletableFuture<List<Object>>> together) {
		if (requests.size() < 2) {
			return requests.stream().map(alone).toList();
		}
		return this.connections.send(requests.size(),
				() -> ScriptBatch.of(requests, ReplyParser::renewed, alone)
					.stream()
					.flatMap((batch) -> renewed(batch, together).stream())
					.toList(),
				() -> requests.stream().map(alone).toList());
	}

	private List<CompletionStage<StoreAnswer>> renewed(ScriptBatch<RenewRequest> batch,
			BiFunction<String[], String[], CompletableFuture<List<Object>>> together) {
		String[] records = this.session.records(batch.requests(), RenewRequest::key);
		CompletableFuture<List<Object>> renewed = together.apply(records, this.arguments.renewMany(batch.requests()));
		return this.session.noted(batch.requests(), batch.answers(renewed, records[0]));
	}

}
