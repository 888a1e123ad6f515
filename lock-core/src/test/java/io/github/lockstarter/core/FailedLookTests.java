package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.core.hold.LeaseRenewals;
import io.github.lockstarter.store.memory.StallProofMemory;
import io.github.lockstarter.testing.StallProofTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for leases whose watch fails half-way: they are renewed all the same.
 */
class FailedLookTests {

	private static final Duration LEASE = Duration.ofSeconds(6);

	private static final LockClientOptions OFTEN = new LockClientOptions(Duration.ofMillis(200), LocalHandover.DEFAULT);

	/** Number of renewals that the store answers with too short a list. */
	private final AtomicInteger broken = new AtomicInteger();

	private final AtomicInteger renewed = new AtomicInteger();

	private final AtomicBoolean exhausted = new AtomicBoolean();

	private final DefaultLockClient client = Clients.client(
			new SabotagedStore(StallProofMemory.newStore(), this::renew), OFTEN, LockEventListener.NONE,
			LockInstrumentation.NONE, new Exhausted());

	private @Nullable Object renew(String operation, Object[] arguments) {
		if (!operation.equals("renew")) {
			return null;
		}
		this.renewed.incrementAndGet();
		return (this.broken.getAndDecrement() > 0) ? List.of() : null;
	}

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	/** Each is repeated after half a second, when the time of its slot is over. */
	@Test
	void aLeaseIsRenewedThoughLooksAtItFailOneAfterTheOther() {
		try (LockHandle held = this.client.lock("key").leaseTime(LEASE).acquire()) {
			this.broken.set(4);
			StallProofTime.pass(LEASE.plusSeconds(2));
			assertThat(held.isValid()).isTrue();
		}
	}

	@Test
	void aLeaseIsRenewedThoughItsWatchBeginsOnlyAtTheSecondAttempt() {
		this.exhausted.set(true);
		try (LockHandle held = CompletableFuture.supplyAsync(() -> this.client.lock("key").leaseTime(LEASE).acquire())
			.join()
			.detach()) {
			await().untilFalse(this.exhausted);
			await().until(() -> this.renewed.get() > 2);
			assertThat(held.isValid()).isTrue();
		}
	}

	/** No timer can be set when a watch begins, once. */
	private final class Exhausted extends StallProofPlatform {

		@Override
		protected long delay(long nanos) {
			if (FailedLookTests.this.exhausted.get() && isBeginning()
					&& FailedLookTests.this.exhausted.compareAndSet(true, false)) {
				throw new OutOfMemoryError("thrown by a test");
			}
			return nanos;
		}

		private static boolean isBeginning() {
			return StackWalker.getInstance()
				.walk((frames) -> frames.anyMatch((frame) -> frame.getClassName().equals(LeaseRenewals.class.getName())
						&& frame.getMethodName().equals("start")));
		}

	}

}
