package io.github.lockstarter.store.redis.cluster;

import java.nio.charset.StandardCharsets;

import io.lettuce.core.cluster.SlotHash;

/**
 * The slot of a key in a Redis Cluster. Keys are sent in UTF-8, but Lettuce computes the
 * slot of a text in the charset of the platform.
 */
public final class KeySlot {

	private KeySlot() {
	}

	/**
	 * The slot of a key or channel.
	 */
	public static int of(String key) {
		return SlotHash.getSlot(key.getBytes(StandardCharsets.UTF_8));
	}

}
