package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.AdaptiveLease;
import io.github.lockstarter.AdaptiveLease.Statistic;
import io.github.lockstarter.LeaseMode;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a store that keeps no lease for as long as a caller may ask for.
 */
class LongestLeaseTests {

	private static final Duration LONGEST = Duration.ofMinutes(1);

	private static final Duration TOO_LONG = Duration.ofSeconds(61);

	private static final Duration AMPLY = Duration.ofSeconds(30);

	private static final AdaptiveLease ADAPTIVE = new AdaptiveLease(Duration.ofMinutes(2), Duration.ofMinutes(5),
			Statistic.P95, 10);

	private final DefaultLockClient client = new DefaultLockClient(
			LockStores.of(new LimitedStore(StallProofMemory.newStore())),
			new LockSettings(LockOptions.NONE,
					Map.of("orders",
							LockOptions.of(LockOption.LEASE_MODE, LeaseMode.ADAPTIVE)
								.with(LockOption.ADAPTIVE_LEASE, ADAPTIVE))),
			new ClientIdentity("shop", "one"), LockClientOptions.DEFAULT,
			new DefaultLockClient.Observers(LockEventListener.NONE, LockInstrumentation.NONE),
			new StallProofPlatform());

	@AfterEach
	void close() {
		await().until(() -> this.client.engine().isIdle());
		this.client.close();
	}

	@Test
	void onlyTheCallerWithALeaseThatIsTooLongIsRefused() {
		LockHandle held = this.client.lock("key").acquire();
		CompletableFuture<LockHandle> waiter = this.client.lock("key")
			.waitTime(Duration.ofMinutes(5))
			.acquireAsync()
			.toCompletableFuture();
		assertThatIllegalArgumentException().isThrownBy(() -> this.client.lock("key").leaseTime(TOO_LONG).acquire())
			.withMessage("A lease of 61s is longer than the longest that the lock store allows, 1m; shorten it, or the"
					+ " option 'minHold', or keep the lock in another store.");
		assertThatIllegalArgumentException().isThrownBy(() -> this.client.lock("key").minHold(TOO_LONG).acquireAsync());
		held.close();
		assertThat(waiter).succeedsWithin(AMPLY);
		waiter.join().close();
	}

	@Test
	void aLeaseThatIsCutByTheLongestHoldTimeCountsAsItIsCut() {
		this.client.lock("key").leaseTime(TOO_LONG).maxHold(LONGEST).acquire().close();
		this.client.lock("key").leaseTime(LONGEST).acquire().close();
	}

	@Test
	void anExtensionThatIsTooLongIsRefusedAndChangesNothing() {
		try (LockHandle held = this.client.lock("key").acquire()) {
			assertThatIllegalArgumentException().isThrownBy(() -> held.extend(TOO_LONG)).withMessageContaining("61s");
			assertThatIllegalArgumentException().isThrownBy(() -> held.extendAsync(TOO_LONG));
			held.extend(LONGEST);
			assertThat(held.isValid()).isTrue();
		}
	}

	@Test
	void adaptiveLeasesAreNotLonger() {
		for (int i = 0; i < 10; i++) {
			this.client.lock("key").name("orders").acquire().close();
		}
		assertThat(this.client.adaptiveLeases()).isEqualTo(Map.of("orders", LONGEST));
		this.client.lock("key").name("orders").acquire().close();
	}

	private record LimitedStore(LockStore store) implements LockStore {

		@Override
		public Optional<Duration> longestLease() {
			return Optional.of(LONGEST);
		}

		@Override
		public LockSession open(String instance, GrantListener listener) {
			return this.store.open(instance, listener);
		}

	}

}
