package io.github.lockstarter.testing;

import java.util.stream.IntStream;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@EachRedisTopology
class RedisTopologyIntegrationTests {

	private final RedisTopology topology;

	private AbstractRedisClient client;

	RedisTopologyIntegrationTests(RedisTopology topology) {
		this.topology = topology;
	}

	@BeforeEach
	void connect() {
		this.client = this.topology.newClient();
		this.topology.flush();
	}

	@AfterEach
	void shutDown() {
		if (this.client != null) {
			this.client.shutdown();
		}
	}

	@Test
	void keepsKeysInAllPartsOfTheKeySpace() {
		RedisClusterCommands<String, String> commands = commands();
		String[] keys = IntStream.range(0, 200).mapToObj((number) -> "key-" + number).toArray(String[]::new);
		for (String key : keys) {
			commands.set(key, key);
		}
		assertThat(keys).allSatisfy((key) -> assertThat(commands.get(key)).isEqualTo(key));
		assertThat(IntStream.range(0, 3)).allMatch((third) -> IntStream.range(0, keys.length)
			.anyMatch((number) -> SlotHash.getSlot(keys[number]) * 3 / SlotHash.SLOT_COUNT == third));
	}

	@Test
	void forgetsEverythingWhenFlushed() {
		RedisClusterCommands<String, String> commands = commands();
		commands.set("a", "1");
		commands.set("b", "2");
		commands.set("c", "3");
		this.topology.flush();
		assertThat(commands.dbsize()).isZero();
	}

	private RedisClusterCommands<String, String> commands() {
		return (this.client instanceof RedisClusterClient cluster) ? cluster.connect().sync()
				: ((RedisClient) this.client).connect().sync();
	}

}
