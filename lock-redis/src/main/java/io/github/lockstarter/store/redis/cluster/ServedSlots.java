package io.github.lockstarter.store.redis.cluster;

import java.util.stream.IntStream;

import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;

/**
 * The slots of a node of a Redis Cluster. Lettuce 6.4 can't tell whether there are any.
 */
public final class ServedSlots {

	private ServedSlots() {
	}

	/**
	 * Whether the node serves any slot.
	 */
	public static boolean any(RedisClusterNode node) {
		return IntStream.range(0, SlotHash.SLOT_COUNT).anyMatch(node::hasSlot);
	}

}
