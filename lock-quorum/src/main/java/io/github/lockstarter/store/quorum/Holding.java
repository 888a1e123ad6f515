package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.Vote;

/**
 * An acquisition that is requested or holds its lock, and the nodes that may have granted
 * it. Thread-safe.
 */
final class Holding {

	private final AcquireRequest request;

	private final QuorumTimer timer;

	private final BitSet asked = new BitSet();

	private final BitSet revoked = new BitSet();

	/** The time from which no node can have it any more. */
	private long endsAt;

	/** The token that a majority has confirmed; 0 before that. */
	private long token;

	private boolean over;

	/** Completes when the requests before have ended. */
	private CompletableFuture<Void> before = CompletableFuture.completedFuture(null);

	Holding(AcquireRequest request, QuorumTimer timer) {
		this.request = request;
		this.timer = timer;
		this.endsAt = timer.nanoTime() + request.lease().toNanos();
	}

	AcquireRequest request() {
		return this.request;
	}

	String key() {
		return this.request.key();
	}

	long sequence() {
		return this.request.sequence();
	}

	/**
	 * Ask a node to grant it, unless it has been given up: no request may follow its
	 * release.
	 */
	synchronized CompletionStage<StoreAnswer> ask(Node node, Duration lease, Vote vote) {
		if (this.over) {
			return CompletableFuture.failedStage(new StoreException("the acquisition is over", true, null));
		}
		this.endsAt = Math.max(this.endsAt, this.timer.nanoTime() + lease.toNanos());
		return node.acquire(
				new AcquireRequest(key(), sequence(), lease, this.request.owner(), Duration.ZERO, this.request.passes(),
						null, null, false, null, this.request.supersedes(), ""),
				vote, () -> this.asked.set(node.index()));
	}

	/** Request it when the requests before have ended. */
	CompletionStage<StoreAnswer> inTurn(Supplier<CompletionStage<StoreAnswer>> request) {
		CompletableFuture<Void> ended = new CompletableFuture<>();
		CompletableFuture<Void> last;
		synchronized (this) {
			last = this.before;
			this.before = ended;
		}
		return last.thenCompose((none) -> request.get()).whenComplete((answer, thrown) -> ended.complete(null));
	}

	synchronized boolean wasAsked(Node node) {
		return this.asked.get(node.index());
	}

	synchronized void lasts(Duration lease) {
		this.endsAt = Math.max(this.endsAt, this.timer.nanoTime() + lease.toNanos());
	}

	synchronized boolean isEnded() {
		return this.endsAt - this.timer.nanoTime() <= 0;
	}

	synchronized void granted(long confirmed) {
		this.token = confirmed;
	}

	synchronized long token() {
		return this.token;
	}

	synchronized boolean wasGranted() {
		return this.token != 0;
	}

	synchronized boolean isOver() {
		return this.over;
	}

	/** End it: no more requests are sent for it. */
	synchronized void giveUp() {
		this.over = true;
	}

	/** Note that a node has released it by force. Returns the number of such nodes. */
	synchronized int revokedBy(int node) {
		if (this.revoked.get(node)) {
			return 0;
		}
		this.revoked.set(node);
		return this.revoked.cardinality();
	}

}
