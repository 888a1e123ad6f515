package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.AdaptiveLease;
import io.github.lockstarter.AdaptiveLease.Statistic;
import io.github.lockstarter.LeaseMode;
import io.github.lockstarter.LockAdmin.HeldLock;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for leases that follow the hold times.
 */
class AdaptiveLeaseTests {

	private static final Duration MIN = Duration.ofMillis(300);

	private final DefaultLockClient client = new DefaultLockClient(LockStores.of(StallProofMemory.newStore()),
			new LockSettings(LockOptions.NONE.with(LockOption.LEASE_MODE, LeaseMode.ADAPTIVE)
				.with(LockOption.ADAPTIVE_LEASE, new AdaptiveLease(MIN, Duration.ofMinutes(1), Statistic.P95, 10)),
					Map.of()),
			new ClientIdentity("shop", "one"), LockClientOptions.DEFAULT,
			new DefaultLockClient.Observers(LockEventListener.NONE, LockInstrumentation.NONE),
			new StallProofPlatform());

	@AfterEach
	void close() {
		assertThat(this.client.engine().isIdle()).isTrue();
		this.client.close();
	}

	@Test
	void beginsWithTheConfiguredLeaseAndFollowsThen() {
		assertThat(lease("orders")).isEqualTo(Duration.ofSeconds(30));
		hold("orders", 10);
		assertThat(lease("orders")).isEqualTo(MIN);
		assertThat(this.client.adaptiveLeases()).isEqualTo(Map.of("orders", MIN));
	}

	@Test
	void aLockThatIsNotRenewedKeepsTheLeaseThatIsAllItHas() {
		hold("orders", 10);
		try (LockHandle held = this.client.lock("key").name("orders").autoRenew(false).acquire()) {
			assertThat(held.remaining()).isGreaterThan(Duration.ofSeconds(20));
		}
	}

	@Test
	void eachNameHasItsOwnAndALockWithoutANameHasNone() {
		hold("orders", 10);
		hold("", 10);
		assertThat(lease("invoices")).isEqualTo(Duration.ofSeconds(30));
		assertThat(lease("")).isEqualTo(Duration.ofSeconds(30));
	}

	@Test
	void aLeaseThatIsWrittenIsTheLeast() {
		for (int i = 0; i < 10; i++) {
			this.client.lock("key").name("orders").leaseTime(Duration.ofSeconds(7)).acquire().close();
		}
		assertThat(this.client.adaptiveLeases()).isEqualTo(Map.of("orders", Duration.ofSeconds(7)));
	}

	@Test
	void locksThatAreSharedFollowToo() {
		for (int i = 0; i < 10; i++) {
			this.client.lock("key").name("reports").read().acquire().close();
			this.client.lock("key").name("exports").permits(1, 5).acquire().close();
		}
		try (LockHandle report = this.client.lock("a").name("reports").read().acquire();
				LockHandle export = this.client.lock("b").name("exports").permits(1, 5).acquire()) {
			assertThat(List.of(report, export)).allMatch(LockHandle::isValid);
			assertThat(this.client.held()).hasSize(2).extracting(HeldLock::lease).containsOnly(MIN);
		}
	}

	private void hold(String name, int times) {
		for (int i = 0; i < times; i++) {
			this.client.lock("key").name(name).acquire().close();
		}
	}

	private Duration lease(String name) {
		try (LockHandle held = this.client.lock("another").name(name).acquire()) {
			assertThat(held.remaining()).isPositive();
			return this.client.held().stream().map(HeldLock::lease).findFirst().orElseThrow();
		}
	}

}
