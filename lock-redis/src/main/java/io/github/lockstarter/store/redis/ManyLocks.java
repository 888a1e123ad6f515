package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.InDoubtAcquisitions;
import io.github.lockstarter.store.ReleaseRequest;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.redis.acknowledgement.ReplicaAcknowledgements;
import io.github.lockstarter.store.redis.command.AnswerReader;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.command.ReplyParser;
import io.github.lockstarter.store.redis.command.Script;
import io.github.lockstarter.store.redis.command.ScriptArguments;
import io.github.lockstarter.store.redis.command.ScriptBatch;
import io.github.lockstarter.store.redis.command.ScriptExecutor;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.github.lockstarter.store.redis.grant.Subscription;

/**
 * Takes and releases many locks on one server with few scripts, and asks again for those
 * that are waited for. The scripts serve only the usual case: locks without a record,
 * holders without waiters, and places that are kept. In all other cases, the session
 * sends a request for each lock.
 */
final class ManyLocks {

	private final RedisLockSession session;

	private final Connections connections;

	private final ScriptExecutor scripts;

	private final ScriptArguments arguments;

	private final ReplicaAcknowledgements acknowledgements;

	private final InDoubtAcquisitions inDoubt;

	/**
	 * @param session sends the requests for single locks, and takes note of the answers
	 */
	ManyLocks(RedisLockSession session, Connections connections, ScriptExecutor scripts, ScriptArguments arguments,
			ReplicaAcknowledgements acknowledgements, InDoubtAcquisitions inDoubt) {
		this.session = session;
		this.connections = connections;
		this.scripts = scripts;
		this.arguments = arguments;
		this.acknowledgements = acknowledgements;
		this.inDoubt = inDoubt;
	}

	/**
	 * Ask again for locks that are waited for. The script for many is the cheaper one
	 * even for a single waiter: it keeps places, and does not look at those of others.
	 */
	List<CompletionStage<StoreAnswer>> askAgain(List<AcquireRequest> requests) {
		return counted(requests, () -> this.connections.send(requests.size(),
				() -> askAgain(requests, ScriptBatch.LARGEST), () -> askAgain(requests, 1)));
	}

	private List<CompletionStage<StoreAnswer>> askAgain(List<AcquireRequest> requests, int together) {
		return ScriptBatch.of(requests, together, ReplyParser::stillQueued, this.session::acquire)
			.stream()
			.flatMap((batch) -> queued(batch).stream())
			.toList();
	}

	private List<CompletionStage<StoreAnswer>> queued(ScriptBatch<AcquireRequest> batch) {
		String[] records = this.session.records(batch.requests(), AcquireRequest::key);
		Subscription hoped = this.session.channels().current(records[0]);
		String[] arguments = this.arguments.acquireMany(records[0], batch.requests(), this.session.letter(hoped));
		return batch.answers(this.scripts.run(Script.ACQUIRE_MANY, records[0], records, arguments, (result) -> {
			this.session.channels().confirm(hoped, ReplyParser.areHeard(result));
			return result;
		}), records[0]);
	}

	/** Count requests until all are answered: each may still be sent by itself. */
	private List<CompletionStage<StoreAnswer>> counted(List<AcquireRequest> requests,
			Supplier<List<CompletionStage<StoreAnswer>>> script) {
		requests.forEach((request) -> this.inDoubt.sent(request.sequence()));
		try {
			List<CompletionStage<StoreAnswer>> answers = script.get();
			return IntStream.range(0, requests.size())
				.mapToObj((index) -> answers.get(index)
					.whenComplete((answer, failure) -> this.inDoubt.answered(requests.get(index).sequence())))
				.toList();
		}
		catch (Throwable ex) {
			requests.forEach((request) -> this.inDoubt.failed(request.sequence()));
			throw ex;
		}
	}

	/**
	 * Take locks in their order, as long as they are free: at most the number that one
	 * script serves. Each has a request of its own if a server wants all keys in one
	 * slot.
	 */
	List<CompletionStage<StoreAnswer>> acquire(List<AcquireRequest> requests) {
		return (requests.size() < 2) ? acquireEach(requests) : counted(requests,
				() -> this.connections.send(requests.size(), () -> acquireFree(requests), () -> acquireEach(requests)));
	}

	private List<CompletionStage<StoreAnswer>> acquireEach(List<AcquireRequest> requests) {
		return requests.stream().map(this.session::acquire).toList();
	}

	private List<CompletionStage<StoreAnswer>> acquireFree(List<AcquireRequest> requests) {
		List<AcquireRequest> asked = requests.subList(0, Math.min(requests.size(), ScriptBatch.LARGEST));
		CompletableFuture<List<CompletionStage<StoreAnswer>>> answers = follow(Script.ACQUIRE_FREE_MANY,
				this.session.records(asked, AcquireRequest::key), this.arguments.acquireFreeMany(asked),
				asked.stream().map(AcquireRequest::sequence).toList())
			.thenApply((result) -> confirmed(asked, answers(asked, result)))
			.exceptionallyCompose((failure) -> RedisErrors.isOfSeveralSlots(failure)
					? CompletableFuture.completedFuture(acquireEach(asked)) : CompletableFuture.failedFuture(failure));
		List<CompletionStage<StoreAnswer>> all = new ArrayList<>(requests.size());
		for (int i = 0; i < requests.size(); i++) {
			int index = i;
			all.add((i < asked.size()) ? answers.thenCompose((known) -> known.get(index))
					: CompletableFuture.completedStage(StoreAnswer.PASSED_OVER));
		}
		return all;
	}

	private List<StoreAnswer> answers(List<AcquireRequest> asked, List<Object> result) {
		return IntStream.range(0, asked.size()).mapToObj((index) -> {
			AcquireRequest request = asked.get(index);
			StoreAnswer answer = ReplyParser.granted(result, index, request);
			return ReplicaAcknowledgements.isGrant(answer)
					? this.session.noted(request.key(), request.sequence(), answer) : answer;
		}).toList();
	}

	/**
	 * If replicas have to acknowledge the leases, all that were granted are renewed at
	 * once.
	 */
	private List<CompletionStage<StoreAnswer>> confirmed(List<AcquireRequest> asked, List<StoreAnswer> answers) {
		List<RenewRequest> granted = this.acknowledgements.areNeeded() ? IntStream.range(0, asked.size())
			.filter((index) -> ReplicaAcknowledgements.isGrant(answers.get(index)))
			.mapToObj((index) -> renewal(asked.get(index)))
			.toList() : List.of();
		List<CompletionStage<StoreAnswer>> renewed = this.session.renew(granted);
		List<CompletionStage<StoreAnswer>> confirmed = new ArrayList<>(asked.size());
		for (int i = 0; i < asked.size(); i++) {
			CompletableFuture<StoreAnswer> answer = CompletableFuture.completedFuture(answers.get(i));
			int index = i;
			confirmed
				.add((i < renewed.size()) ? this.acknowledgements.confirm(answer, () -> renewed.get(index)) : answer);
		}
		return confirmed;
	}

	private static RenewRequest renewal(AcquireRequest request) {
		return new RenewRequest(request.key(), request.sequence(), request.lease());
	}

	/** Release locks that are not kept and for which no more requests can come. */
	List<CompletionStage<StoreAnswer>> release(List<ReleaseRequest> requests) {
		return (requests.size() < 2) ? releaseEach(requests)
				: this.connections.send(requests.size(),
						() -> ScriptBatch.of(requests, ReplyParser::released, this::releaseAlone)
							.stream()
							.flatMap((batch) -> released(batch).stream())
							.toList(),
						() -> releaseEach(requests));
	}

	private List<CompletionStage<StoreAnswer>> releaseEach(List<ReleaseRequest> requests) {
		return requests.stream().map(this::releaseAlone).toList();
	}

	private CompletionStage<StoreAnswer> releaseAlone(ReleaseRequest request) {
		return this.session.releaseWithoutMark(request.key(), request.sequence(), request.passes(), Duration.ZERO);
	}

	private List<CompletionStage<StoreAnswer>> released(ScriptBatch<ReleaseRequest> batch) {
		List<ReleaseRequest> requests = batch.requests();
		String[] records = this.session.records(requests, ReleaseRequest::key);
		List<CompletionStage<StoreAnswer>> answers = batch.answers(follow(Script.RELEASE_HELD_MANY, records,
				this.arguments.releaseHeldMany(requests, this.inDoubt::isAnswered),
				requests.stream().map(ReleaseRequest::sequence).toList()), records[0]);
		return IntStream.range(0, requests.size()).mapToObj((index) -> {
			ReleaseRequest request = requests.get(index);
			return answers.get(index)
				.thenApply((answer) -> this.session.released(request.key(), request.sequence(), false, answer));
		}).toList();
	}

	/** Run a script of acquisitions whose requests are counted. */
	private CompletableFuture<List<Object>> follow(Script<List<Object>> script, String[] records, String[] arguments,
			List<Long> sequences) {
		sequences.forEach(this.inDoubt::sent);
		try {
			return this.scripts.run(script, records[0], records, arguments, new CountedReader(this.inDoubt, sequences));
		}
		catch (Throwable ex) {
			sequences.forEach(this.inDoubt::failed);
			throw ex;
		}
	}

	/**
	 * Reads the answer to requests that are counted until then.
	 */
	private record CountedReader(InDoubtAcquisitions inDoubt,
			List<Long> sequences) implements AnswerReader<List<Object>, List<Object>> {

		@Override
		public List<Object> read(List<Object> result) {
			this.sequences.forEach(this.inDoubt::answered);
			return result;
		}

		@Override
		public void failed() {
			this.sequences.forEach(this.inDoubt::failed);
		}

	}

}
