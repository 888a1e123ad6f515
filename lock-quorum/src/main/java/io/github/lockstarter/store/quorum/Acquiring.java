package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.Vote;
import org.jspecify.annotations.Nullable;

/**
 * Acquires a lock: a majority has to grant it and to agree on its token.
 */
final class Acquiring {

	/** The number of rounds in which the nodes' clocks may overtake each other. */
	private static final int MOST_ROUNDS = 5;

	private static final StoreAnswer OVER = new StoreAnswer(AcquisitionState.UNKNOWN, 0, Duration.ZERO,
			new StoreClock(0, ""));

	private final Nodes nodes;

	private final Holdings holdings;

	private final Releasing releasing;

	private final Duration longestLease;

	Acquiring(Nodes nodes, Holdings holdings, Releasing releasing, Duration longestLease) {
		this.nodes = nodes;
		this.holdings = holdings;
		this.releasing = releasing;
		this.longestLease = longestLease;
	}

	/**
	 * Acquire a lock. An acquisition that does not get the lock is released on all nodes
	 * before its caller learns that, and never gets it later. One that is requested again
	 * meanwhile waits for that, lest it counts on votes that are about to be released.
	 */
	CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
		if (this.holdings.isRefused(request)) {
			return CompletableFuture.completedStage(OVER);
		}
		Holding holding = this.holdings.begin(request);
		return holding
			.inTurn(() -> holding.isOver() ? CompletableFuture.completedStage(OVER) : vote(holding, request.lease()));
	}

	private CompletionStage<StoreAnswer> vote(Holding holding, Duration lease) {
		long least = holding.wasGranted() ? holding.token() : this.nodes.proposal();
		return round(holding, lease, least, 1).handle((answer, thrown) -> {
			if (answer != null && answer.state() == AcquisitionState.GRANTED) {
				holding.granted(answer.token());
				return CompletableFuture.completedStage(answer);
			}
			this.holdings.refuse(holding);
			this.releasing.abandon(holding);
			return (answer != null) ? CompletableFuture.completedStage(answer)
					: CompletableFuture.<StoreAnswer>failedStage(Node.failure(thrown));
		}).thenCompose((answer) -> answer);
	}

	private CompletionStage<StoreAnswer> round(Holding holding, Duration lease, long least, int round) {
		Vote vote = new Vote(least, this.longestLease);
		return this.nodes.poll((node) -> holding.ask(node, lease, vote)).decide(this::count).thenCompose((answer) -> {
			if (answer.state() != AcquisitionState.QUEUED) {
				return CompletableFuture.completedStage(answer);
			}
			return (round < MOST_ROUNDS) ? round(holding, lease, answer.token(), round + 1)
					: CompletableFuture.failedStage(new StoreException(
							"the lock servers did not agree on a fencing token; their clocks overtake each other", true,
							null));
		});
	}

	/**
	 * Count the votes.
	 * @return the answer; with {@link AcquisitionState#QUEUED} and the token to ask for
	 * if a majority grants the lock but has not agreed on its token; {@code null} while
	 * the vote is open
	 */
	private @Nullable StoreAnswer count(Tally<StoreAnswer> tally) {
		this.nodes.checkServers();
		List<StoreAnswer> grants = tally.those((answer) -> answer.state() == AcquisitionState.GRANTED);
		if (tally.isMajority(grants.size())) {
			for (StoreAnswer grant : grants) {
				List<StoreAnswer> agreeing = grants.stream().filter((one) -> one.token() == grant.token()).toList();
				if (tally.isMajority(agreeing.size())) {
					return Verdicts.agreed(agreeing, grant.token(), tally.majority());
				}
			}
			long largest = grants.stream().mapToLong(StoreAnswer::token).max().orElse(0);
			return new StoreAnswer(AcquisitionState.QUEUED, largest, Duration.ZERO, grants.get(0).clock());
		}
		if (tally.mayBeMajority(grants.size())) {
			return null;
		}
		if (tally.isMajority(tally.answered())) {
			return refused(tally);
		}
		if (tally.mayBeMajority(tally.answered())) {
			return null;
		}
		throw tally.noMajority(!this.nodes.isMinority());
	}

	/** Others hold the lock, or the acquisition has already finished. */
	private static StoreAnswer refused(Tally<StoreAnswer> tally) {
		List<StoreAnswer> open = new ArrayList<>(tally.those((answer) -> answer.state() == AcquisitionState.REFUSED));
		List<StoreAnswer> over = tally.those(
				(answer) -> answer.state() != AcquisitionState.REFUSED && answer.state() != AcquisitionState.GRANTED);
		if (tally.isMajority(over.size())) {
			return Verdicts.finished(over, tally.majority(), null);
		}
		StoreAnswer any = (open.isEmpty() ? tally.those((answer) -> true) : open).get(0);
		return new StoreAnswer(AcquisitionState.REFUSED, 0, any.remaining(), any.clock());
	}

}
