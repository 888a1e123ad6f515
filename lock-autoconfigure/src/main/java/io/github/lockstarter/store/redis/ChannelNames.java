package io.github.lockstarter.store.redis;

import java.util.concurrent.atomic.AtomicReferenceArray;

import io.lettuce.core.cluster.SlotHash;
import org.jspecify.annotations.Nullable;

/**
 * Names the channels on which grants to an instance arrive: one for all locks, or in a
 * Cluster one for each slot, so that it lives where the records do. Pub/sub ignores the
 * database number; the instance tells databases apart, since each instance uses one.
 *
 * @param keyPrefix what all keys and channels begin with
 * @param instance the instance
 */
record ChannelNames(String keyPrefix, String instance) {

	private static final AtomicReferenceArray<@Nullable String> TAGS = new AtomicReferenceArray<>(SlotHash.SLOT_COUNT);

	/**
	 * The name of a channel up to the instance.
	 */
	String prefix(String record, boolean cluster) {
		return this.keyPrefix + "grants:" + (cluster ? "{" + tag(SlotHash.getSlot(record)) + "}:" : "");
	}

	String name(String record, boolean cluster) {
		return prefix(record, cluster) + this.instance;
	}

	/**
	 * The smallest number that belongs to a slot, the same for all instances.
	 */
	private static String tag(int slot) {
		String known = TAGS.get(slot);
		if (known != null) {
			return known;
		}
		int number = 0;
		while (SlotHash.getSlot(Integer.toString(number)) != slot) {
			number++;
		}
		String tag = Integer.toString(number);
		TAGS.set(slot, tag);
		return tag;
	}

}
