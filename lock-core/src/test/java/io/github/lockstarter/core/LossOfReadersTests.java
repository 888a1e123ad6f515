package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the loss of a share that several readers of a client have together.
 */
class LossOfReadersTests {

	private static final LockOptions READ = LockOptions.of(LockOption.KIND, LockKind.READ);

	private final PuppetStore store = new PuppetStore();

	private final ScaledPlatform platform = ScaledPlatform.faster(10);

	private final DefaultLockClient client = Clients.client(this.store, this.platform);

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	private CompletableFuture<LockHandle> reader() {
		return this.client.lock("key").options(READ).acquireAsync().toCompletableFuture();
	}

	/** The one that leaves is the first to see that the lease has ended. */
	@Test
	void isToldToTheOthersWhenOneLeaves() throws InterruptedException {
		CompletableFuture<LockHandle> one = reader();
		CompletableFuture<LockHandle> other = reader();
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		CompletableFuture<Void> told = new CompletableFuture<>();
		other.join().onLost(() -> told.complete(null));
		this.store.release();
		this.platform.leap(Duration.ofMinutes(1));
		one.join().close();
		assertThat(told).succeedsWithin(Duration.ofSeconds(20));
		other.join().close();
	}

}
