package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockPage;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreCondition;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * One participant's view of all nodes.
 */
final class QuorumSession implements LockSession {

	private final Nodes nodes;

	private final Duration longestLease;

	private final Consumer<QuorumSession> closed;

	private final Holdings holdings;

	private final Releasing releasing;

	private final Acquiring acquiring;

	private final Renewing renewing;

	private final Records records;

	QuorumSession(List<NamedStore> stores, QuorumOptions options, QuorumTimer timer, String instance,
			GrantListener listener, Consumer<QuorumSession> closed) {
		this.longestLease = options.longestLease();
		this.closed = closed;
		this.holdings = new Holdings(timer);
		List<Node> all = new ArrayList<>();
		for (NamedStore store : stores) {
			int index = all.size();
			NodeListener listening = new NodeListener(index, stores.size() / 2 + 1, this.holdings, listener);
			all.add(new Node(index, store, store.store().open(instance, listening), timer));
		}
		this.nodes = new Nodes(all, timer, options.nodeTimeout());
		this.releasing = new Releasing(this.nodes, this.holdings);
		this.acquiring = new Acquiring(this.nodes, this.holdings, this.releasing, this.longestLease);
		this.renewing = new Renewing(this.nodes, this.holdings);
		this.records = new Records(this.nodes);
	}

	int answering() {
		return this.nodes.answering();
	}

	@Override
	public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
		StackProbe.check();
		StoreException refusal = refusal(request);
		if (refusal != null) {
			return CompletableFuture.failedStage(refusal);
		}
		return this.acquiring.acquire(request);
	}

	private @Nullable StoreException refusal(AcquireRequest request) {
		if (request.share() != null) {
			return unsupported(
					"a quorum of lock servers supports no read locks and no semaphores, since majorities would"
							+ " admit too many holders; keep such a lock in a single store");
		}
		if (request.waited() != null) {
			return unsupported("a quorum of lock servers has no queue, so it can't serve in the order that 'fair' asks"
					+ " for; leave 'fair' off, or keep such a lock in a single store");
		}
		return tooLong(request.lease());
	}

	private @Nullable StoreException tooLong(Duration lease) {
		return (this.longestLease.isZero() || lease.compareTo(this.longestLease) <= 0) ? null
				: unsupported(
						"a lease of " + lease.toMillis() + " ms is longer than the longest that the quorum of lock"
								+ " servers allows, " + this.longestLease.toMillis()
								+ " ms; shorten it, or raise the longest lease for all instances");
	}

	private static StoreException unsupported(String message) {
		return new StoreException(message, false, null);
	}

	@Override
	public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
		return renew(List.of(new RenewRequest(key, sequence, lease))).get(0);
	}

	@Override
	public List<CompletionStage<StoreAnswer>> renew(List<RenewRequest> requests) {
		StackProbe.check();
		List<RenewRequest> allowed = requests.stream().filter((request) -> tooLong(request.lease()) == null).toList();
		Iterator<CompletionStage<StoreAnswer>> answers = this.renewing.renew(allowed).iterator();
		List<CompletionStage<StoreAnswer>> all = new ArrayList<>(requests.size());
		for (RenewRequest request : requests) {
			StoreException refusal = tooLong(request.lease());
			all.add((refusal != null) ? CompletableFuture.failedStage(refusal) : answers.next());
		}
		return all;
	}

	@Override
	public CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor) {
		StackProbe.check();
		return this.releasing.release(key, sequence, passes, keepFor, false);
	}

	@Override
	public CompletionStage<StoreAnswer> releaseWithoutMark(String key, long sequence, int passes, Duration keepFor) {
		StackProbe.check();
		return this.releasing.release(key, sequence, passes, keepFor, true);
	}

	@Override
	public CompletionStage<LockRecord> inspect(String key) {
		return this.records.inspect(key);
	}

	@Override
	public CompletionStage<LockPage> scan(String cursor, int count) {
		return new Listing(this.nodes).page(cursor, count);
	}

	@Override
	public CompletionStage<Boolean> forceRelease(String key, LockRecord.Hold hold) {
		return this.records.forceRelease(key, hold);
	}

	/** The listener receives only releases by force. */
	@Override
	public CompletionStage<Void> listen(String key) {
		return this.nodes.each((session) -> session.listen(key));
	}

	@Override
	public boolean isListening(String key) {
		return this.nodes.all().stream().allMatch((node) -> node.session().isListening(key));
	}

	@Override
	public CompletionStage<StoreCondition> condition() {
		return QuorumReport.ask(this.nodes);
	}

	@Override
	public boolean mayBlock() {
		return this.nodes.all().stream().allMatch((node) -> node.session().mayBlock());
	}

	@Override
	public CompletionStage<Void> warmUp() {
		return this.nodes.each(LockSession::warmUp);
	}

	@Override
	public void close() {
		this.releasing.close();
		this.nodes.all().forEach((node) -> FailureIsolation.run("Closing a lock store", node.session()::close));
		this.closed.accept(this);
	}

}
