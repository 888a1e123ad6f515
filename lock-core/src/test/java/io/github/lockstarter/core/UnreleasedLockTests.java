package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.core.platform.SteppedPlatform;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a lock that nobody holds, but that could not be given back to the store.
 */
class UnreleasedLockTests {

	private static final Duration AMPLY = Duration.ofSeconds(20);

	private static final Duration WAIT = Duration.ofMillis(150);

	private final SteppedPlatform platform = new SteppedPlatform();

	private final PuppetStore store = new PuppetStore();

	private final DefaultLockClient client = Clients.client(this.store, this.platform);

	@AfterEach
	void leavesNothingBehind() {
		this.store.release();
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	private CompletableFuture<LockHandle> acquire() {
		return this.client.lock("key").waitTime(WAIT).acquireAsync().toCompletableFuture();
	}

	@Test
	void isUnavailableRatherThanHeldByOthers() throws InterruptedException {
		CompletableFuture<LockHandle> first = acquire();
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		CompletableFuture<Void> closed = first.join().closeAsync().toCompletableFuture();
		this.store.next(Operation.RELEASE).fail();
		assertThat(closed).succeedsWithin(AMPLY);
		CompletableFuture<LockHandle> second = acquire();
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.QUEUED);
		this.platform.pass(WAIT);
		assertThat(second).failsWithin(AMPLY)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(LockUnavailableException.class)
			.withMessageContaining("its last holder, in this JVM, could not release it yet: connection reset");
		this.platform.pass(AMPLY);
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
	}

}
