package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Releases locks on all nodes, and retries where that fails until no node can hold them.
 */
final class Releasing {

	private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Nodes nodes;

	private final Holdings holdings;

	private volatile boolean closed;

	Releasing(Nodes nodes, Holdings holdings) {
		this.nodes = nodes;
		this.holdings = holdings;
	}

	void close() {
		this.closed = true;
	}

	/**
	 * Release a lock.
	 * @param withoutMark whether nodes that have answered all requests need not remember
	 * it
	 */
	CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor, boolean withoutMark) {
		Holding holding = this.holdings.end(key, sequence);
		Release release = new Release(key, sequence, passes, keepFor, this.nodes.timer().nanoTime(), withoutMark);
		return this.nodes
			.poll((node) -> (holding != null) ? repeated(node, release, holding, keepFor)
					: attempt(node, release, keepFor))
			.decide((tally) -> count(tally, holding));
	}

	private static @Nullable StoreAnswer count(Tally<StoreAnswer> tally, @Nullable Holding holding) {
		List<StoreAnswer> released = tally.those((answer) -> answer.state() == AcquisitionState.RELEASED);
		List<StoreAnswer> others = tally.those((answer) -> answer.state() != AcquisitionState.RELEASED);
		if (tally.isMajority(others.size())) {
			return Verdicts.finished(others, tally.majority(), holding);
		}
		if (tally.isMajority(released.size())) {
			return Verdicts.agreed(released, 0, tally.majority());
		}
		if (tally.pending() > 0) {
			return null;
		}
		// no caller is kept out any more, and there is no sign of a loss
		if (tally.isMajority(tally.answered()) && !released.isEmpty()) {
			return Verdicts.agreed(released, 0, 1);
		}
		throw tally.noMajority(true);
	}

	/**
	 * Release an acquisition that got no majority on all nodes that may have granted it.
	 */
	void abandon(Holding holding) {
		Release release = new Release(holding.key(), holding.sequence(), 0, Duration.ZERO,
				this.nodes.timer().nanoTime(), false);
		this.nodes.all()
			.stream()
			.filter(holding::wasAsked)
			.forEach((node) -> repeated(node, release, holding, Duration.ZERO));
	}

	private CompletionStage<StoreAnswer> repeated(Node node, Release release, Holding holding, Duration keepFor) {
		return attempt(node, release, keepFor).whenComplete((answer, thrown) -> {
			if (thrown != null && holding.wasAsked(node) && !holding.isEnded() && !this.closed) {
				this.nodes.timer().schedule(() -> repeated(node, release, holding, rest(release)), PAUSE_NANOS);
			}
		});
	}

	private Duration rest(Release release) {
		Duration rest = release.keepFor.minusNanos(this.nodes.timer().nanoTime() - release.at);
		return rest.isNegative() ? Duration.ZERO : rest;
	}

	private static CompletionStage<StoreAnswer> attempt(Node node, Release release, Duration keepFor) {
		return node.release(release.key, release.sequence, release.passes, keepFor, release.withoutMark);
	}

	/**
	 * A release.
	 *
	 * @param keepFor how long to keep the lock from then on
	 * @param at when it was requested
	 */
	private record Release(String key, long sequence, int passes, Duration keepFor, long at, boolean withoutMark) {
	}

}
