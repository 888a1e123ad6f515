package io.github.lockstarter.store.redis.command;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

import io.github.lockstarter.store.redis.cluster.Slots;
import io.lettuce.core.cluster.SlotHash;

/**
 * Names the channels on which grants to an instance arrive: one for all locks, or in a
 * Cluster one for each slot, so that it is on the node of the records. Pub/sub ignores
 * the database number; the instance distinguishes databases, since each instance uses
 * one.
 */
public final class ChannelNames {

	private final String keyPrefix;

	private final String instance;

	private final BooleanSupplier cluster;

	/** Beginning of all channels. */
	private final String grants;

	/**
	 * @param keyPrefix the prefix of all keys and channels
	 * @param instance the instance
	 * @param cluster tells whether Redis is a Cluster now
	 */
	public ChannelNames(String keyPrefix, String instance, BooleanSupplier cluster) {
		this.keyPrefix = keyPrefix;
		this.instance = instance;
		this.cluster = cluster;
		this.grants = keyPrefix + "grants:";
	}

	/**
	 * The prefix of all keys and channels.
	 */
	public String keyPrefix() {
		return this.keyPrefix;
	}

	/**
	 * The instance.
	 */
	public String instance() {
		return this.instance;
	}

	/**
	 * The name of a channel, without the instance at its end.
	 */
	String prefix(String record) {
		return isOfSlot() ? this.grants + "{" + tag(Slots.of(record)) + "}:" : this.grants;
	}

	/**
	 * The name of the channel on which a grant of a lock arrives.
	 */
	public String name(String record) {
		return prefix(record) + this.instance;
	}

	/**
	 * Whether each channel belongs to one slot.
	 */
	public boolean isOfSlot() {
		return this.cluster.getAsBoolean();
	}

	/**
	 * Find the numbers of all slots, once and before the first lock, since it takes some
	 * milliseconds.
	 */
	static void prepare() {
		tag(0);
	}

	/**
	 * The smallest number whose slot this is, the same for all instances.
	 */
	private static int tag(int slot) {
		return Tags.NUMBERS[slot];
	}

	private static final class Tags {

		static final int[] NUMBERS = numbers();

		private static int[] numbers() {
			int[] numbers = new int[SlotHash.SLOT_COUNT];
			Arrays.fill(numbers, -1);
			int missing = numbers.length;
			for (int number = 0; missing > 0; number++) {
				int slot = Slots.of(Integer.toString(number));
				if (numbers[slot] < 0) {
					numbers[slot] = number;
					missing--;
				}
			}
			return numbers;
		}

	}

}
