package io.github.lockstarter.store.redis.command;

import java.util.UUID;

import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ChannelNames}.
 */
class ChannelNamesTests {

	private final ChannelNames names = new ChannelNames("lock:", "instance-1", () -> true);

	@Test
	void oneServerHasOneChannelForAllLocks() {
		ChannelNames single = new ChannelNames("lock:", "instance-1", () -> false);
		assertThat(single.name("lock:a")).isEqualTo("lock:grants:instance-1");
		assertThat(single.name("lock:b")).isEqualTo("lock:grants:instance-1");
	}

	@Test
	void aChannelInAClusterIsInTheSlotOfItsRecord() {
		for (int i = 0; i < 100; i++) {
			String record = "lock:" + UUID.randomUUID();
			assertThat(SlotHash.getSlot(this.names.name(record))).isEqualTo(SlotHash.getSlot(record));
		}
	}

	@Test
	void theSlotIsNamedByItsSmallestNumber() {
		assertThat(this.names.name("lock:{7}")).isEqualTo("lock:grants:{7}:instance-1");
		assertThat(this.names.name("lock:{1000003}:a")).isEqualTo(this.names.name("lock:{1000003}:b"))
			.isNotEqualTo("lock:grants:{1000003}:instance-1");
	}

	@Test
	void everySlotHasAChannel() {
		int[] channels = new int[SlotHash.SLOT_COUNT];
		for (int i = 0; i < 300_000; i++) {
			String record = "lock:{" + i + "}";
			int slot = SlotHash.getSlot(record);
			channels[slot]++;
			assertThat(SlotHash.getSlot(this.names.name(record))).isEqualTo(slot);
		}
		assertThat(channels).doesNotContain(0);
	}

	@Test
	void aPrefixWithATagOfItsOwnDecidesTheSlotOfBoth() {
		ChannelNames tagged = new ChannelNames("{shop}lock:", "instance-1", () -> true);
		assertThat(SlotHash.getSlot(tagged.name("{shop}lock:a"))).isEqualTo(SlotHash.getSlot("{shop}lock:a"));
	}

}
