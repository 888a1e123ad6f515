package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * The stores of a quorum, as one session sees them. Thread-safe.
 */
final class Nodes {

	private final List<Node> nodes;

	private final QuorumTimer timer;

	private final Duration timeout;

	Nodes(List<Node> nodes, QuorumTimer timer, Duration timeout) {
		this.nodes = nodes;
		this.timer = timer;
		this.timeout = timeout;
	}

	List<Node> all() {
		return this.nodes;
	}

	int size() {
		return this.nodes.size();
	}

	/** The number of nodes that decide. */
	int majority() {
		return this.nodes.size() / 2 + 1;
	}

	QuorumTimer timer() {
		return this.timer;
	}

	/** The time to wait for each node. */
	Duration timeout() {
		return this.timeout;
	}

	/** The number of nodes that can be asked. */
	int answering() {
		return (int) this.nodes.stream().filter((node) -> !node.isDown()).count();
	}

	/** Whether too many are down for a majority, so that there is no use in trying. */
	boolean isMinority() {
		return answering() < majority();
	}

	/** Send each of them a request. */
	<A> Poll<A> ask(Function<LockSession, CompletionStage<A>> question) {
		return poll((node) -> node.ask(question));
	}

	/** Follow the answers of each node. */
	<A> Poll<A> poll(Function<Node, CompletionStage<A>> question) {
		return new Poll<>(this, this.nodes.stream().map(question).toList());
	}

	/**
	 * A number that all nodes can give as the next fencing token, unless their clocks
	 * differ by more than is known.
	 */
	long proposal() {
		long latest = this.nodes.stream().mapToLong(Node::micros).max().orElse(0);
		return (latest > 0) ? latest + TimeUnit.NANOSECONDS.toMicros(this.timeout.toNanos()) : 0;
	}

	/**
	 * Refuse nodes that are the same server, as far as is known.
	 * @throws StoreException if there are some
	 */
	void checkServers() {
		StoreException twins = twins();
		if (twins != null) {
			throw twins;
		}
	}

	/**
	 * The reason to refuse two nodes that are the same server; {@code null} if none are.
	 */
	@Nullable StoreException twins() {
		Map<String, Node> servers = new HashMap<>();
		for (Node node : this.nodes) {
			String server = node.server();
			Node other = server.isEmpty() ? null : servers.put(server, node);
			if (other != null) {
				return new StoreException(
						"the lock servers '" + other.name() + "' and '" + node.name()
								+ "' are the same server, which would have two votes; name each server once",
						false, null);
			}
		}
		return null;
	}

	/** Run a step on each node, and complete when all have done it or failed. */
	CompletionStage<Void> each(Function<LockSession, CompletionStage<?>> action) {
		return CompletableFuture.allOf(this.nodes.stream()
			.map((node) -> action.apply(node.session()).toCompletableFuture())
			.toArray(CompletableFuture<?>[]::new));
	}

}
