package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostEvent;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.StallProofTime;
import io.github.lockstarter.testing.StoredRecord;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for leases that are renewed together, and of which some can't be.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(value = TestedStore.class, names = { "STANDALONE", "CLUSTER" })
@Full
class ManyRenewalsIntegrationTests extends TwoClients {

	private static final int LOCKS = 1000;

	private static final Duration LEASE = Duration.ofSeconds(9);

	private final AbstractRedisClient admin;

	private final RedisClusterCommands<String, String> commands;

	ManyRenewalsIntegrationTests(TestedStore store) {
		super(store);
		this.admin = store.newRedisClient();
		this.commands = (this.admin instanceof RedisClusterClient cluster) ? cluster.connect().sync()
				: ((RedisClient) this.admin).connect().sync();
	}

	@Test
	void whatIsWrongWithSomeRecordsConcernsNoOtherLock() {
		List<LockHandle> held = IntStream.range(0, LOCKS)
			.mapToObj((i) -> this.one.lock(key(i)).leaseTime(LEASE).acquire())
			.toList();
		this.commands.set(record(3), "no lock");
		this.commands.set(record(5), StoredRecord.ofLayout(99));
		this.commands.del(record(7));
		await().atMost(AMPLY)
			.untilAsserted(() -> assertThat(this.events).extracting(LockLostEvent::key)
				.containsExactlyInAnyOrder(key(3), key(5), key(7)));
		StallProofTime.pass(LEASE.plus(LEASE.dividedBy(3)));
		assertThat(held.stream().filter((handle) -> !handle.isValid()).flatMap((handle) -> handle.keys().stream()))
			.containsExactly(key(3), key(5), key(7));
		assertThat(this.events).hasSize(3);
		assertThat(this.commands.get(record(3))).isEqualTo("no lock");
		held.forEach(LockHandle::close);
		assertThat(held.stream().filter(LockHandle::isLost)).hasSize(3);
	}

	private String key(int number) {
		return this.key + number;
	}

	private String record(int number) {
		return "lock:" + key(number);
	}

	@AfterEach
	void removeWhatIsNoLock() {
		List.of(3, 5, 7).forEach((number) -> this.commands.del(record(number)));
		this.admin.shutdown();
	}

}
