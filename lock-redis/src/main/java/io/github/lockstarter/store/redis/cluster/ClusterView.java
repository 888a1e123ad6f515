package io.github.lockstarter.store.redis.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import org.jspecify.annotations.Nullable;

/**
 * The view that one node of a Redis Cluster has of all nodes.
 *
 * @param nodes all nodes that can be connected to, failed ones last
 * @param epoch grows whenever slots get another primary
 */
record ClusterView(List<RedisClusterNode> nodes, long epoch) {

	/**
	 * Read the answer to {@code CLUSTER NODES}.
	 * @param asked the address of the node that has answered
	 * @param known the view before: it completes the address of each node and gives the
	 * order, by which an application may choose the node to read from
	 * @param filter selects the nodes that the application wants to use
	 */
	static ClusterView read(String answer, RedisURI asked, Partitions known, Predicate<RedisClusterNode> filter) {
		List<RedisClusterNode> nodes = new ArrayList<>();
		for (RedisClusterNode node : ClusterPartitionParser.parse(answer)) {
			if (node.is(NodeFlag.MYSELF)) {
				complete(node, asked);
			}
			if (isReachable(node)) {
				complete(node, asked, known.getPartitionByNodeId(node.getNodeId()));
				nodes.add(node);
			}
		}
		nodes.removeIf(filter.negate());
		List<String> order = known.stream().map(RedisClusterNode::getNodeId).toList();
		nodes.sort(Comparator.comparing(ClusterView::isFailed)
			.thenComparing((node) -> !order.contains(node.getNodeId()))
			.thenComparing((node) -> order.indexOf(node.getNodeId())));
		return new ClusterView(nodes, epoch(nodes));
	}

	private static long epoch(Collection<RedisClusterNode> nodes) {
		return nodes.stream().mapToLong(RedisClusterNode::getConfigEpoch).max().orElse(0);
	}

	/**
	 * The newest of some views. That of a minority counts only if it is not older than
	 * the known one: a former primary that was suspended does not know about a failover.
	 * @param asked the number of nodes that were asked
	 */
	static Optional<ClusterView> newest(Collection<ClusterView> views, int asked, Partitions known) {
		long oldest = (2 * views.size() > asked) ? 0 : epoch(known);
		return views.stream()
			.max(Comparator.comparingLong(ClusterView::epoch))
			.filter((newest) -> newest.epoch() >= oldest);
	}

	/** A node may not know its own address. */
	private static void complete(RedisClusterNode myself, RedisURI asked) {
		if (myself.getUri() == null) {
			myself.setUri(asked);
		}
		else {
			myself.addAlias(asked);
		}
	}

	/** Credentials and encryption are those of the node that was asked. */
	private static void complete(RedisClusterNode node, RedisURI asked, @Nullable RedisClusterNode known) {
		RedisURI address = node.getUri();
		node.setUri(RedisURI.builder(asked).withHost(address.getHost()).withPort(address.getPort()).build());
		// an application that reads from replicas uses those known to have data
		node.setReplOffset((known != null) ? known.getReplOffset() : 1);
		if (known != null) {
			known.getAliases().forEach(node::addAlias);
		}
	}

	private static boolean isReachable(RedisClusterNode node) {
		RedisURI address = node.getUri();
		return address != null && !node.is(NodeFlag.NOADDR) && !node.is(NodeFlag.HANDSHAKE) && address.getPort() != 0
				&& address.getHost() != null && !address.getHost().isEmpty();
	}

	/**
	 * The name of the node that was asked, if connecting to it is possible.
	 */
	Stream<String> asked() {
		return this.nodes.stream().filter((node) -> node.is(NodeFlag.MYSELF)).map(RedisClusterNode::getNodeId);
	}

	private static boolean isFailed(RedisClusterNode node) {
		return node.is(NodeFlag.FAIL) || node.is(NodeFlag.EVENTUAL_FAIL);
	}

	/**
	 * The nodes for a connection that is already open. It closes those to other nodes and
	 * sends their commands elsewhere.
	 */
	Partitions usable() {
		Partitions usable = new Partitions();
		usable.addAll(this.nodes.stream().filter((node) -> !node.is(NodeFlag.FAIL) || ServedSlots.any(node)).toList());
		return usable;
	}

	/**
	 * Whether commands go to the same nodes by both views.
	 */
	static boolean isSame(Partitions one, Partitions other) {
		return one.size() == other.size() && one.stream().allMatch((node) -> {
			RedisClusterNode same = other.getPartitionByNodeId(node.getNodeId());
			return same != null && same.getUri().equals(node.getUri()) && same.hasSameSlotsAs(node)
					&& same.is(NodeFlag.UPSTREAM) == node.is(NodeFlag.UPSTREAM);
		});
	}

}
