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
 * Asks some nodes of a Redis Cluster what they know of it, on the connections that
 * commands use. The answers of most of them are enough, or after a second those that
 * there are: Lettuce would wait for each, so that one that hangs would hide for a minute
 * what the others say. As it finds out which connections are lost, or are not answered,
 * it replaces those as well. All of it runs on the timer's thread.
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
	 * Create it without asking.
	 * @param filter which nodes the application wants to be used
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
	 * The question to one node, first for a connection and then for what it knows.
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

		/** What a closed connection leaves unanswered, Lettuce asks some other node. */
		private void read(StatefulRedisConnection<String, String> server, String answer) {
			if (server.isOpen()) {
				answered(ClusterView.read(answer, this.node.getUri(), TopologyInquiry.this.connections.known(),
						TopologyInquiry.this.filter));
			}
		}

		/**
		 * The application may have told Lettuce to give it up even sooner. What became of
		 * the node since, it says if it is asked once more.
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
