package io.github.lockstarter.core;

import java.time.Duration;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.platform.SteppedPlatform;
import io.github.lockstarter.store.memory.MemoryLockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for locks that are to be kept for a while, and are lost a little earlier, since
 * their holder allows for clocks that go at different rates.
 */
class KeptThoughLostTests {

	private static final Duration LEAST = Duration.ofSeconds(10);

	private static final Duration STEP = Duration.ofMillis(10);

	private final SteppedPlatform platform = new SteppedPlatform();

	private final MemoryLockStore store = StallProofMemory.newStore(this.platform::nanoTime);

	private final DefaultLockClient client = Clients.client(this.store, this.platform);

	private final DefaultLockClient other = Clients.client(this.store, this.platform);

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
		this.other.close();
	}

	@Test
	void aReleaseAfterTheLossLetsNobodyInEarlier() {
		long acquiredAt = this.platform.nanoTime();
		LockHandle held = this.client.lock("key").leaseTime(LEAST).minHold(LEAST).autoRenew(false).acquire();
		while (!held.isLost()) {
			this.platform.pass(STEP);
		}
		held.close();
		while (this.platform.nanoTime() - acquiredAt < LEAST.minus(STEP).toNanos()) {
			assertThat(this.other.lock("key").tryAcquire()).isEmpty();
			this.platform.pass(STEP);
		}
		this.platform.pass(STEP.multipliedBy(2));
		this.other.lock("key").acquire().close();
	}

}
