package io.github.lockstarter.store.redis.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.github.lockstarter.store.redis.connection.Failures;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.jspecify.annotations.Nullable;

/**
 * Asks some nodes of a Redis Cluster for their view of it, on the connections that
 * commands use. The answers of most of them suffice, or after a second those that have
 * arrived: Lettuce would wait for each, so one that hangs would hide the answers of the
 * others for a minute. This also replaces connections that turn out to be lost or silent.
 * Runs on the timer's thread only.
 */
final class TopologyInquiry {

	private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

	private final NodeConnections connections;

	private final SessionTimer timer;

	private final Predicate<RedisClusterNode> filter;

	private final Consumer<ClusterView> whenKnown;

	private final List<Question> questions = new ArrayList<>();

	private final List<ClusterView> views = new ArrayList<>();

	private @Nullable ClusterView told;

	/**
	 * Create this without a request.
	 * @param filter selects the nodes that the application wants to use
	 * @param whenKnown called with the newest view when enough have answered, and again
	 * with each that is newer
	 */
	TopologyInquiry(NodeConnections connections, SessionTimer timer, Predicate<RedisClusterNode> filter,
			Consumer<ClusterView> whenKnown) {
		this.connections = connections;
		this.timer = timer;
		this.filter = filter;
		this.whenKnown = whenKnown;
	}

	void ask(List<RedisClusterNode> nodes) {
		List<RedisClusterNode> lost = nodes.stream().filter(this.connections::isLost).toList();
		if (!lost.isEmpty()) {
			this.connections.replace(lost);
		}
		nodes.forEach((node) -> this.questions.add(new Question(node)));
		this.questions.forEach(Question::begin);
		this.timer.in(LIMIT_NANOS, this::conclude);
	}

	private void answered(ClusterView view) {
		this.views.add(view);
		if (2 * this.views.size() > this.questions.size()) {
			conclude();
		}
	}

	private void conclude() {
		ClusterView known = this.told;
		ClusterView.newest(this.views, this.questions.size(), this.connections.known())
			.filter((newest) -> known == null || newest.epoch() > known.epoch())
			.ifPresent((newest) -> {
				this.told = newest;
				this.whenKnown.accept(newest);
			});
	}

	boolean isAnswered() {
		return this.told != null;
	}

	/**
	 * The request to one node, first for a connection and then for its view.
	 */
	private final class Question {

		private final RedisClusterNode node;

		private final CompletableFuture<StatefulRedisConnection<String, String>> opened;

		Question(RedisClusterNode node) {
			this.node = node;
			this.opened = TopologyInquiry.this.connections.get(node);
		}

		void begin() {
			this.opened.thenAccept((server) -> TopologyInquiry.this.timer.in(0, () -> ask(server)));
		}

		private void ask(StatefulRedisConnection<String, String> server) {
			RedisFuture<String> request = server.async().clusterNodes();
			request.thenAccept((answer) -> TopologyInquiry.this.timer.in(0, () -> read(server, answer)));
			TopologyInquiry.this.timer.in(SILENCE_NANOS, () -> giveUp(server, request));
		}

		/**
		 * Lettuce sends the unanswered commands of a closed connection to another node.
		 */
		private void read(StatefulRedisConnection<String, String> server, String answer) {
			if (server.isOpen()) {
				answered(ClusterView.read(answer, this.node.getUri(), TopologyInquiry.this.connections.known(),
						TopologyInquiry.this.filter));
			}
		}

		/**
		 * The application may have configured Lettuce to give it up even sooner. The next
		 * request to the node shows its state since then.
		 */
		private void giveUp(StatefulRedisConnection<String, String> server, RedisFuture<String> request) {
			request.cancel(false);
			request.whenComplete((answer, failure) -> {
				if (Failures.isTimeout(failure)) {
					server.async()
						.clusterNodes()
						.whenComplete((late, silence) -> TopologyInquiry.this.timer.in(0,
								() -> replaceSilent(server, silence)));
				}
				else {
					replaceSilent(server, failure);
				}
			});
		}

		private void replaceSilent(StatefulRedisConnection<String, String> server, @Nullable Throwable failure) {
			if (failure != null && !Failures.isAnswer(failure)
					&& TopologyInquiry.this.connections.isCurrent(this.node, server)) {
				TopologyInquiry.this.connections.replace(List.of(this.node));
			}
		}

	}

}
