package io.github.lockstarter.store.redis.command;

import java.util.UUID;

import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ChannelNames}.
 */
class ChannelNamesTests {

	private final ChannelNames names = new ChannelNames("lock:", "instance-1");

	@Test
	void oneServerHasOneChannelForAllLocks() {
		assertThat(this.names.name("lock:a", false)).isEqualTo("lock:grants:instance-1");
		assertThat(this.names.name("lock:b", false)).isEqualTo("lock:grants:instance-1");
	}

	@Test
	void aChannelInAClusterIsInTheSlotOfItsRecord() {
		for (int i = 0; i < 100; i++) {
			String record = "lock:" + UUID.randomUUID();
			assertThat(SlotHash.getSlot(this.names.name(record, true))).isEqualTo(SlotHash.getSlot(record));
		}
	}

	@Test
	void theSlotIsNamedByItsSmallestNumber() {
		assertThat(this.names.name("lock:{7}", true)).isEqualTo("lock:grants:{7}:instance-1");
		assertThat(this.names.name("lock:{1000003}:a", true)).isEqualTo(this.names.name("lock:{1000003}:b", true))
			.isNotEqualTo("lock:grants:{1000003}:instance-1");
	}

	@Test
	void everySlotHasAChannel() {
		int[] channels = new int[SlotHash.SLOT_COUNT];
		for (int i = 0; i < 300_000; i++) {
			String record = "lock:{" + i + "}";
			int slot = SlotHash.getSlot(record);
			channels[slot]++;
			assertThat(SlotHash.getSlot(this.names.name(record, true))).isEqualTo(slot);
		}
		assertThat(channels).doesNotContain(0);
	}

	@Test
	void aPrefixWithATagOfItsOwnDecidesTheSlotOfBoth() {
		ChannelNames tagged = new ChannelNames("{shop}lock:", "instance-1");
		assertThat(SlotHash.getSlot(tagged.name("{shop}lock:a", true))).isEqualTo(SlotHash.getSlot("{shop}lock:a"));
	}

}
