package io.github.lockstarter.store.redis.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.connection.ConnectionFailures;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.github.lockstarter.store.redis.connection.ServerClient;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.models.partitions.Partitions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The nodes of a Redis Cluster and their slots, as far as they are known. Whoever doubts
 * them asks for a refresh: all nodes with slots are asked, and the newest answer counts
 * when more than half have answered, or after a second. If none of them answers, the next
 * refresh also asks the replicas, and the addresses at which the Cluster was configured.
 */
public final class Topology {

	private static final Logger logger = LoggerFactory.getLogger(Topology.class);

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Supplier<ServerClient> clients;

	private final Function<RedisURI, CompletionStage<String>> nodes;

	private final SessionTimer timer;

	private final BiConsumer<Partitions, Boolean> listener;

	private final ReentrantLock mutex = new ReentrantLock();

	/** The last inquiry, which may be over. */
	private @Nullable Inquiry inquiry;

	private long refreshedAt = System.nanoTime() - PAUSE_NANOS;

	private boolean closed;

	private volatile @Nullable Known known;

	/** Whether the last inquiry was told nothing. */
	private volatile boolean everyNode;

	/** The number of begun inquiries, of which the last is believed. */
	private long inquiries;

	private long applied;

	/**
	 * Create this without a request.
	 * @param nodes asks the node at an address for its {@code CLUSTER NODES}
	 * @param listener told of the nodes whenever they are known anew, and whether
	 * commands go to others than before
	 */
	public Topology(Supplier<ServerClient> clients, Function<RedisURI, CompletionStage<String>> nodes,
			SessionTimer timer, BiConsumer<Partitions, Boolean> listener) {
		this.clients = clients;
		this.nodes = nodes;
		this.timer = timer;
		this.listener = listener;
	}

	/**
	 * The nodes of that client's Cluster; {@code null} if they are not known yet.
	 */
	public @Nullable Partitions known(ServerClient client) {
		Known last = this.known;
		return (last != null && last.client() == client) ? last.nodes() : null;
	}

	/**
	 * The nodes of that client's Cluster, which is asked if they are not known yet.
	 * @return a stage that completes with the first answer, or when no node can be asked
	 */
	public CompletionStage<Partitions> find(ServerClient client) {
		Partitions before = known(client);
		return (before != null) ? CompletableFuture.completedStage(before) : inquiry(client, false).found;
	}

	private @Nullable ServerClient client() {
		try {
			ServerClient client = this.clients.get();
			return client.isCluster() ? client : null;
		}
		catch (RuntimeException ex) {
			BackgroundLog.log(logger, Level.DEBUG, "There is no Redis client at the moment", ex);
			return null;
		}
	}

	/**
	 * Ask the Cluster again, but not too often.
	 * @return a stage that completes when that is done, or after a second
	 */
	public CompletionStage<Void> refresh() {
		ServerClient client = client();
		return (client != null) ? inquiry(client, true).done : CompletableFuture.completedFuture(null);
	}

	/**
	 * The inquiry that is under way, or another one.
	 * @param timely whether one whose time is over does not suffice, though it may still
	 * be answered
	 */
	private Inquiry inquiry(ServerClient client, boolean timely) {
		Inquiry next;
		this.mutex.lock();
		try {
			Inquiry last = this.inquiry;
			if (last != null && last.client == client && !(timely ? last.done : last.found).isDone()) {
				return last;
			}
			long now = System.nanoTime();
			long pause = Math.max(this.refreshedAt + PAUSE_NANOS - now, 0);
			next = new Inquiry(client, last);
			this.inquiry = next;
			this.refreshedAt = now + pause;
			if (!this.closed) {
				this.timer.in(pause, next::begin);
				return next;
			}
		}
		finally {
			this.mutex.unlock();
		}
		next.cancel();
		return next;
	}

	/**
	 * Send no more requests, and release all callers that wait.
	 */
	public void close() {
		Inquiry last;
		this.mutex.lock();
		try {
			this.closed = true;
			last = this.inquiry;
		}
		finally {
			this.mutex.unlock();
		}
		if (last != null) {
			last.cancel();
		}
	}

	/** A late answer may be older than a later request. */
	private void apply(Partitions nodes, long number, ServerClient client) {
		if (number < this.applied) {
			return;
		}
		this.applied = number;
		Partitions before = known(client);
		this.known = new Known(client, nodes);
		this.listener.accept(nodes, before == null || !ClusterView.isSame(before, nodes));
	}

	/**
	 * One request to several nodes; begun and answered only on the timer's thread.
	 */
	private final class Inquiry {

		private final ServerClient client;

		/** Completes when most have answered, or all, or the time is over. */
		private final CompletableFuture<Void> done = new CompletableFuture<>();

		/** Completes with the first nodes that are told, or when all have failed. */
		private final CompletableFuture<Partitions> found = new CompletableFuture<>();

		private final List<ClusterView> views = new ArrayList<>();

		private final List<StoreException> failures = new ArrayList<>();

		/** Whether a node is told that was known before. */
		private boolean recognized;

		private Partitions before = new Partitions();

		private long number;

		/** The number of addresses that are asked. */
		private int asked;

		/** Number of addresses that were configured. */
		private int configured;

		private boolean late;

		private @Nullable ClusterView told;

		/**
		 * Create this without a request.
		 * @param last the inquiry before this one, whose callers need not wait any longer
		 * than those of this one
		 */
		Inquiry(ServerClient client, @Nullable Inquiry last) {
			this.client = client;
			if (last != null) {
				this.done.thenRun(() -> last.done.complete(null));
				this.found.whenComplete(last::leave);
			}
		}

		private void leave(@Nullable Partitions nodes, @Nullable Throwable failure) {
			if (failure != null) {
				this.found.completeExceptionally(failure);
			}
			else if (nodes != null) {
				this.found.complete(nodes);
			}
		}

		void begin() {
			this.number = ++Topology.this.inquiries;
			Partitions known = known(this.client);
			Map<String, RedisURI> addresses = new LinkedHashMap<>();
			boolean all = known == null || Topology.this.everyNode || known.stream().noneMatch(Slots::isServedBy);
			if (all) {
				this.client.seeds().forEach((seed) -> addresses.put(ServerClient.hostAndPort(seed), seed));
				this.configured = addresses.size();
			}
			if (known != null) {
				this.before = known;
				known.stream()
					.filter((node) -> all || Slots.isServedBy(node))
					.forEach((node) -> addresses.put(ServerClient.hostAndPort(node.getUri()), node.getUri()));
			}
			this.asked = addresses.size();
			Topology.this.timer.in(LIMIT_NANOS, this::timeIsOver);
			addresses.values()
				.forEach((address) -> Topology.this.nodes.apply(address)
					.whenComplete(
							(answer, failure) -> Topology.this.timer.in(0, () -> answered(address, answer, failure))));
		}

		private void answered(RedisURI address, @Nullable String answer, @Nullable Throwable failure) {
			try {
				if (answer != null) {
					ClusterView view = ClusterView.read(answer, address, this.client.nodeFilter());
					this.views.add(view);
					this.recognized |= view.nodes()
						.stream()
						.anyMatch((node) -> this.before.getPartitionByNodeId(node.getNodeId()) != null);
				}
				else if (failure != null) {
					this.failures
						.add(RedisErrors.isAnswer(failure) ? ConnectionFailures.explain(this.client, address, failure)
								: RedisErrors.translate(failure, ""));
				}
			}
			catch (RuntimeException ex) {
				this.failures.add(RedisErrors.translate(ex, ""));
			}
			if (isLast() || isMost() || this.late) {
				conclude();
			}
			if (isLast()) {
				end();
			}
		}

		private boolean isLast() {
			return this.views.size() + this.failures.size() == this.asked;
		}

		private boolean isMost() {
			return 2 * this.views.size() > this.asked;
		}

		/**
		 * No node is known: the Cluster was set up anew where it is configured.
		 */
		private boolean isNew() {
			return (this.late || isLast()) && !this.recognized && 2 * this.views.size() > this.configured;
		}

		private void timeIsOver() {
			this.late = true;
			conclude();
			complete();
		}

		private void conclude() {
			ClusterView known = this.told;
			ClusterView.newest(this.views, isMost() || isNew(), this.before)
				.filter((newest) -> known == null || newest.epoch() > known.epoch())
				.ifPresent(this::tell);
		}

		private void tell(ClusterView newest) {
			this.told = newest;
			Partitions nodes = newest.partitions();
			apply(nodes, this.number, this.client);
			this.found.complete(nodes);
			complete();
		}

		private void complete() {
			if (!this.done.isDone()) {
				Topology.this.everyNode = this.told == null;
				this.done.complete(null);
			}
		}

		/** All have answered. If all have refused for good, a retry is of no use. */
		private void end() {
			complete();
			Optional<StoreException> passing = this.failures.stream().filter(StoreException::isPassing).findFirst();
			this.found
				.completeExceptionally(passing.or(() -> this.failures.stream().findFirst())
					.orElseGet(() -> new StoreException(
							"no node of the Redis Cluster has answered; check that Redis runs there, and"
									+ " 'spring.data.redis.cluster.nodes'",
							true, StoreException.Kind.CONNECTION, null)));
		}

		void cancel() {
			this.done.complete(null);
			this.found.completeExceptionally(new StoreException("the lock client is closed", false, null));
		}

	}

	/**
	 * The nodes that a client's Cluster has.
	 */
	private record Known(ServerClient client, Partitions nodes) {
	}

}
