package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.Vote;
import org.jspecify.annotations.Nullable;

/**
 * Renews leases: a majority has to do it. A node that does not know a hold that the
 * majority has just renewed is asked to grant it.
 */
final class Renewing {

	private final Nodes nodes;

	private final Holdings holdings;

	Renewing(Nodes nodes, Holdings holdings) {
		this.nodes = nodes;
		this.holdings = holdings;
	}

	List<CompletionStage<StoreAnswer>> renew(List<RenewRequest> requests) {
		if (requests.isEmpty()) {
			return List.of();
		}
		List<List<CompletionStage<StoreAnswer>>> byNode = this.nodes.all()
			.stream()
			.map((node) -> node.askAll(requests.size(), (session) -> session.renew(requests)))
			.toList();
		List<CompletionStage<StoreAnswer>> renewed = new ArrayList<>(requests.size());
		for (int i = 0; i < requests.size(); i++) {
			int index = i;
			renewed.add(renew(requests.get(i), byNode.stream().map((answers) -> answers.get(index)).toList()));
		}
		return renewed;
	}

	private CompletionStage<StoreAnswer> renew(RenewRequest request, List<CompletionStage<StoreAnswer>> answers) {
		Holding holding = this.holdings.find(request.key(), request.sequence());
		if (holding != null) {
			holding.lasts(request.lease());
		}
		CompletableFuture<StoreAnswer> renewed = new Poll<>(this.nodes, answers)
			.decide((tally) -> count(tally, holding));
		if (holding != null && holding.wasGranted()) {
			IntStream.range(0, answers.size())
				.forEach((index) -> answers.get(index)
					.thenAccept((answer) -> repair(this.nodes.all().get(index), answer, renewed, holding,
							request.lease())));
		}
		return renewed;
	}

	private static @Nullable StoreAnswer count(Tally<StoreAnswer> tally, @Nullable Holding holding) {
		List<StoreAnswer> granted = tally.those((answer) -> answer.state() == AcquisitionState.GRANTED);
		List<StoreAnswer> others = tally.those((answer) -> answer.state() != AcquisitionState.GRANTED);
		if (tally.isMajority(granted.size())) {
			long token = (holding != null) ? holding.token() : granted.get(0).token();
			return Verdicts.agreed(granted, token, tally.majority());
		}
		if (tally.isMajority(others.size())) {
			return Verdicts.finished(others, tally.majority(), holding);
		}
		if (tally.pending() > 0) {
			return null;
		}
		throw tally.noMajority(true);
	}

	/** The node has restarted, or could not be reached when the lock was acquired. */
	private static void repair(Node node, StoreAnswer answer, CompletableFuture<StoreAnswer> renewed, Holding holding,
			Duration lease) {
		if (answer.state() == AcquisitionState.UNKNOWN) {
			renewed.thenAccept((decision) -> {
				if (decision.state() == AcquisitionState.GRANTED) {
					holding.ask(node, lease, new Vote(holding.token(), Duration.ZERO));
				}
			});
		}
	}

}
