package io.github.lockstarter.store.redis.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.stream.IntStream;

import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;

/**
 * The slots of a Redis Cluster, where Lettuce does not suffice.
 */
public final class Slots {

	private Slots() {
	}

	/**
	 * The slot of a key or channel. Keys are sent in UTF-8, but Lettuce computes the slot
	 * of a text in the charset of the platform.
	 */
	public static int of(String key) {
		return SlotHash.getSlot(key.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Whether a node serves any slot. Lettuce 6.4 can't tell.
	 */
	public static boolean isServedBy(RedisClusterNode node) {
		return IntStream.range(0, SlotHash.SLOT_COUNT).anyMatch(node::hasSlot);
	}

	/**
	 * How many slots none of some nodes serves.
	 */
	public static long unserved(Collection<RedisClusterNode> nodes) {
		return IntStream.range(0, SlotHash.SLOT_COUNT)
			.filter((slot) -> nodes.stream().noneMatch((node) -> node.hasSlot(slot)))
			.count();
	}

}
