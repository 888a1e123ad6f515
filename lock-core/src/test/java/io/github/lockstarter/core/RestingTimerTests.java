package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.store.memory.StallProofMemory;
import io.github.lockstarter.testing.GarbageCollection;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for leases that are not renewed any more: the timer rests until they end.
 */
class RestingTimerTests {

	private static final Duration LEASE = Duration.ofSeconds(1);

	/** A timer that finds no rest is set many thousand times in a lease. */
	private static final int SOMETIMES = 200;

	private final AtomicInteger failures = new AtomicInteger();

	private final CountingPlatform platform = new CountingPlatform();

	private final DefaultLockClient client = Clients.client(StallProofMemory.newStore(), LockClientOptions.DEFAULT,
			LockEventListener.NONE, new LockInstrumentation() {

				@Override
				public void storeFailed(String cause) {
					RestingTimerTests.this.failures.incrementAndGet();
				}

			}, this.platform);

	@Test
	void aClosedClientRenewsNothing() {
		LockHandle held = this.client.lock("key").leaseTime(LEASE).acquire();
		this.client.close();
		await().until(held::isLost);
		assertThat(this.failures).hasValueLessThan(2);
		assertThat(this.platform.schedules).hasValueLessThan(SOMETIMES);
		held.close();
	}

	@Test
	void aDroppedHandleIsNotLookedAtAllTheTime() {
		assertThat(this.client.lock("key").leaseTime(LEASE).tryAcquire()).isPresent();
		GarbageCollection.until(this.client.engine()::isIdle);
		assertThat(this.platform.schedules).hasValueLessThan(SOMETIMES);
		this.client.close();
	}

	private static final class CountingPlatform extends StallProofPlatform {

		private final AtomicInteger schedules = new AtomicInteger();

		@Override
		protected long delay(long nanos) {
			this.schedules.incrementAndGet();
			return nanos;
		}

	}

}
