package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.ReleaseRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.UnansweredAcquisitions;
import io.github.lockstarter.store.memory.MemoryServer.Hearing;

/**
 * What a client asks the simulated server of several locks at once.
 */
final class SimulatedBatches {

	private final SimulatedSession session;

	private final UnansweredAcquisitions unanswered;

	SimulatedBatches(SimulatedSession session, UnansweredAcquisitions unanswered) {
		this.session = session;
		this.unanswered = unanswered;
	}

	/** By one script, or as in a Cluster by one for each. */
	List<CompletionStage<StoreAnswer>> acquire(List<AcquireRequest> requests) {
		if (requests.get(0).sequence() % 3 == 0) {
			return requests.stream().map(this.session::acquire).toList();
		}
		List<Long> sequences = requests.stream().map(AcquireRequest::sequence).toList();
		AcquireRequest first = requests.get(0);
		CompletionStage<List<StoreAnswer>> answers = this.session.follow(sequences, () -> this.session
			.send("acquire many", first.key(), first.sequence(), () -> acquireWhileFree(requests)));
		return IntStream.range(0, requests.size()).mapToObj((i) -> answers.thenApply((all) -> all.get(i))).toList();
	}

	private List<StoreAnswer> acquireWhileFree(List<AcquireRequest> requests) {
		List<StoreAnswer> answers = new ArrayList<>(Collections.nCopies(requests.size(), StoreAnswer.PASSED_OVER));
		for (int i = 0; i < requests.size(); i++) {
			AcquireRequest request = requests.get(i);
			if (this.session.server().records().knows(request.key())) {
				break;
			}
			answers.set(i, this.session.server().acquire(this.session.instance(), request, Hearing.DEAF));
			this.session.step(answers.get(i), request.key(), request.sequence());
		}
		return answers;
	}

	/** Those that are held by one script, the others each by itself. */
	List<CompletionStage<StoreAnswer>> release(List<ReleaseRequest> requests) {
		ReleaseRequest first = requests.get(0);
		List<Boolean> forgotten = requests.stream().map((each) -> this.unanswered.isAnswered(each.sequence())).toList();
		CompletionStage<List<Optional<StoreAnswer>>> answers = this.session
			.follow(requests.stream().map(ReleaseRequest::sequence).toList(), () -> this.session.send("release many",
					first.key(), first.sequence(), () -> releaseHeld(requests, forgotten)));
		return IntStream.range(0, requests.size())
			.mapToObj((i) -> answers.thenCompose((all) -> all.get(i)
				.<CompletionStage<StoreAnswer>>map(CompletableFuture::completedStage)
				.orElseGet(() -> releaseAlone(requests.get(i)))))
			.toList();
	}

	private CompletionStage<StoreAnswer> releaseAlone(ReleaseRequest request) {
		return this.session.releaseAndForget(request.key(), request.sequence(), request.passes(), Duration.ZERO);
	}

	private List<Optional<StoreAnswer>> releaseHeld(List<ReleaseRequest> requests, List<Boolean> forgotten) {
		List<Optional<StoreAnswer>> answers = new ArrayList<>(requests.size());
		for (int i = 0; i < requests.size(); i++) {
			answers.add(forgotten.get(i) ? releaseHeld(requests.get(i)) : Optional.empty());
		}
		return answers;
	}

	private Optional<StoreAnswer> releaseHeld(ReleaseRequest request) {
		LockRecord.Hold hold = this.session.server().records().inspect(request.key()).hold();
		if (hold == null || !hold.instance().equals(this.session.instance()) || hold.sequence() != request.sequence()) {
			return Optional.empty();
		}
		StoreAnswer answer = this.session.server()
			.release(this.session.instance(), request.key(), request.sequence(), request.passes(), Duration.ZERO, true);
		this.session.step(answer, request.key(), request.sequence());
		return Optional.of(answer);
	}

}
