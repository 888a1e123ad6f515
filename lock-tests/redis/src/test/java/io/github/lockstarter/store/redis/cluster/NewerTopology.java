package io.github.lockstarter.store.redis.cluster;

import java.util.ArrayList;
import java.util.List;

import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;

/**
 * The nodes of a Redis Cluster as they would be after a slot had got another primary,
 * which none of them knows of.
 */
public final class NewerTopology {

	private static final long EPOCH = 100;

	private NewerTopology() {
	}

	public static Partitions of(Partitions known, int slot) {
		List<RedisClusterNode> nodes = known.stream().map(RedisClusterNode::new).toList();
		RedisClusterNode former = nodes.stream().filter((node) -> node.hasSlot(slot)).findFirst().orElseThrow();
		RedisClusterNode next = nodes.stream().filter((node) -> node != former).findFirst().orElseThrow();
		List<Integer> slots = new ArrayList<>(next.getSlots());
		slots.add(slot);
		next.setSlots(slots);
		next.setConfigEpoch(EPOCH);
		former.setSlots(former.getSlots().stream().filter((other) -> other != slot).toList());
		Partitions newer = new Partitions();
		newer.addAll(nodes);
		return newer;
	}

}
