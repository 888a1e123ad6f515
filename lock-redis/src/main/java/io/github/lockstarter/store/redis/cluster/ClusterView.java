package io.github.lockstarter.store.redis.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;

/**
 * The view that one node of a Redis Cluster has of all nodes.
 *
 * @param nodes all nodes that can be connected to
 * @param epoch grows whenever slots get another primary
 */
record ClusterView(List<RedisClusterNode> nodes, long epoch) {

	/**
	 * Read the answer to {@code CLUSTER NODES}.
	 * @param asked the address of the node that has answered
	 * @param filter selects the nodes that may be used
	 */
	static ClusterView read(String answer, RedisURI asked, Predicate<RedisClusterNode> filter) {
		List<RedisClusterNode> nodes = new ArrayList<>();
		for (RedisClusterNode node : ClusterPartitionParser.parse(answer)) {
			if (node.is(NodeFlag.MYSELF) && node.getUri() == null) {
				// it may not know its own address
				node.setUri(asked);
			}
			if (isReachable(node)) {
				nodes.add(node);
			}
		}
		nodes.removeIf(filter.negate());
		return new ClusterView(nodes, epoch(nodes));
	}

	private static long epoch(Collection<RedisClusterNode> nodes) {
		return nodes.stream().mapToLong(RedisClusterNode::getConfigEpoch).max().orElse(0);
	}

	/**
	 * The newest of some views. That of a minority counts only if it is not older than
	 * the known one: a former primary that was suspended does not know about a failover.
	 * @param most whether these are the views of most nodes
	 */
	static Optional<ClusterView> newest(Collection<ClusterView> views, boolean most, Partitions known) {
		long oldest = most ? 0 : epoch(known);
		return views.stream()
			.max(Comparator.comparingLong(ClusterView::epoch))
			.filter((newest) -> newest.epoch() >= oldest);
	}

	private static boolean isReachable(RedisClusterNode node) {
		RedisURI address = node.getUri();
		return address != null && !node.is(NodeFlag.NOADDR) && !node.is(NodeFlag.HANDSHAKE) && address.getPort() != 0
				&& address.getHost() != null && !address.getHost().isEmpty();
	}

	/**
	 * The nodes, by slot and by name.
	 */
	Partitions partitions() {
		Partitions partitions = new Partitions();
		partitions.addAll(this.nodes);
		return partitions;
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
