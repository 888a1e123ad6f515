package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.github.lockstarter.simulation.SimulatedSession.Heard;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.ReleaseRequest;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.memory.MemoryServer.Hearing;

/**
 * What a client asks the simulated server of several locks at once: by one message that
 * serves the usual case, and by one of its own for each lock that is none.
 */
final class SimulatedBatches {

	private final SimulatedSession session;

	private final CountedRequests counted;

	SimulatedBatches(SimulatedSession session, CountedRequests counted) {
		this.session = session;
		this.counted = counted;
	}

	/** In a Cluster there is one message for each. */
	private static boolean isEachByItself(List<?> requests, long number) {
		return requests.size() < 2 || number % 3 == 0;
	}

	/** Those that just go on waiting by one message, the others each by itself. */
	List<CompletionStage<StoreAnswer>> acquire(List<AcquireRequest> requests) {
		if (isEachByItself(requests, requests.get(0).sequence())) {
			return requests.stream().map(this.session::acquire).toList();
		}
		return this.counted.followEach(sequences(requests),
				() -> orElseAlone(requests, askAgain(requests), this.session::acquire));
	}

	private CompletionStage<List<Optional<StoreAnswer>>> askAgain(List<AcquireRequest> requests) {
		AcquireRequest first = requests.get(0);
		Hearing how = this.session.hearing();
		CompletionStage<Heard<List<Optional<StoreAnswer>>>> answers = this.session.send("ask again", first.key(),
				first.sequence(), () -> stillQueued(requests, how));
		return answers.thenApply(this.session::heard);
	}

	private Heard<List<Optional<StoreAnswer>>> stillQueued(List<AcquireRequest> requests, Hearing how) {
		List<Optional<StoreAnswer>> answers = new ArrayList<>(requests.size());
		boolean unheard = false;
		for (AcquireRequest request : requests) {
			boolean queued = this.session.server().isStillQueued(this.session.instance(), request);
			StoreAnswer answer = queued ? this.session.server().acquire(this.session.instance(), request, how) : null;
			if (answer != null) {
				this.session.step(answer, request.key(), request.sequence());
				unheard = unheard || this.session.isUnheard(answer, how);
			}
			answers.add(Optional.ofNullable(answer));
		}
		return new Heard<>(answers, unheard);
	}

	private static <Q> List<CompletionStage<StoreAnswer>> orElseAlone(List<Q> requests,
			CompletionStage<List<Optional<StoreAnswer>>> answers, Function<Q, CompletionStage<StoreAnswer>> alone) {
		return IntStream.range(0, requests.size())
			.mapToObj((i) -> answers.thenCompose((all) -> all.get(i)
				.<CompletionStage<StoreAnswer>>map(CompletableFuture::completedStage)
				.orElseGet(() -> alone.apply(requests.get(i)))))
			.toList();
	}

	private static List<Long> sequences(List<AcquireRequest> requests) {
		return requests.stream().map(AcquireRequest::sequence).toList();
	}

	/** As long as they are free. */
	List<CompletionStage<StoreAnswer>> acquireInOrder(List<AcquireRequest> requests) {
		AcquireRequest first = requests.get(0);
		if (isEachByItself(requests, first.sequence())) {
			return requests.stream().map(this.session::acquire).toList();
		}
		CompletionStage<List<StoreAnswer>> answers = this.counted.follow(sequences(requests), () -> this.session
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

	/** Those whose leases last by one message, the others each by itself. */
	List<CompletionStage<StoreAnswer>> renew(List<RenewRequest> requests) {
		if (requests.isEmpty()) {
			return List.of();
		}
		RenewRequest first = requests.get(0);
		if (isEachByItself(requests, first.sequence())) {
			return requests.stream().map(this::renewAlone).toList();
		}
		return orElseAlone(requests, this.session.send("renew many", first.key(), first.sequence(),
				() -> requests.stream().map(this::renewHeld).toList()), this::renewAlone);
	}

	private CompletionStage<StoreAnswer> renewAlone(RenewRequest request) {
		return this.session.renew(request.key(), request.sequence(), request.lease());
	}

	private Optional<StoreAnswer> renewHeld(RenewRequest request) {
		boolean held = holds(request.key(), request.sequence());
		return held ? Optional.of(this.session.renewed(request.key(), request.sequence(), request.lease()))
				: Optional.empty();
	}

	/** Those that are held by one message, the others each by itself. */
	List<CompletionStage<StoreAnswer>> release(List<ReleaseRequest> requests) {
		ReleaseRequest first = requests.get(0);
		List<Boolean> withoutMark = requests.stream().map((each) -> this.counted.isAnswered(each.sequence())).toList();
		CompletionStage<List<Optional<StoreAnswer>>> answers = this.counted
			.follow(requests.stream().map(ReleaseRequest::sequence).toList(), () -> this.session.send("release many",
					first.key(), first.sequence(), () -> releaseHeld(requests, withoutMark)));
		return orElseAlone(requests, answers, this::releaseAlone);
	}

	private CompletionStage<StoreAnswer> releaseAlone(ReleaseRequest request) {
		return this.session.releaseWithoutMark(request.key(), request.sequence(), request.passes(), Duration.ZERO);
	}

	private List<Optional<StoreAnswer>> releaseHeld(List<ReleaseRequest> requests, List<Boolean> withoutMark) {
		List<Optional<StoreAnswer>> answers = new ArrayList<>(requests.size());
		for (int i = 0; i < requests.size(); i++) {
			answers.add(withoutMark.get(i) ? releaseHeld(requests.get(i)) : Optional.empty());
		}
		return answers;
	}

	private Optional<StoreAnswer> releaseHeld(ReleaseRequest request) {
		List<LockRecord.Hold> holds = this.session.server().records().inspect(request.key()).holds();
		if (holds.isEmpty() || !isOf(holds.get(0), request.sequence())) {
			return Optional.empty();
		}
		StoreAnswer answer = this.session.server()
			.release(this.session.instance(), request.key(), request.sequence(), request.passes(), Duration.ZERO, true);
		this.session.step(answer, request.key(), request.sequence());
		return Optional.of(answer);
	}

	private boolean holds(String key, long sequence) {
		return this.session.server().records().inspect(key).holds().stream().anyMatch((hold) -> isOf(hold, sequence));
	}

	private boolean isOf(LockRecord.Hold hold, long sequence) {
		return hold.instance().equals(this.session.instance()) && hold.sequence() == sequence;
	}

}
