package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for threads that serve connections, which no call blocks.
 */
class ThreadsThatServeConnectionsTests {

	private final PuppetStore store = new PuppetStore();

	private final DefaultLockClient client = Clients.stallProofClient(this.store, "one");

	@BeforeEach
	void serveConnections() {
		this.store.serveConnectionsOn(Thread.currentThread());
	}

	@AfterEach
	void leavesNothingBehind() {
		this.store.release();
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	@Test
	void isToldAtOnceWhatToCallInstead() {
		assertRefused("acquireAsync or callAsync, return a publisher under @DistributedLock",
				() -> this.client.lock("key").acquire());
		assertRefused("acquireAsync or callAsync, return a publisher under @DistributedLock",
				() -> this.client.lock("key").tryAcquire());
		assertRefused("acquireAsync or callAsync, return a publisher under @DistributedLock",
				() -> this.client.lock("key").run(() -> {
				}));
		assertRefused("acquireAsync or callAsync, return a publisher under @DistributedLock",
				() -> this.client.lock("key").asLock().lock());
		assertRefused("forceReleaseAsync", () -> this.client.engine().admin().forceRelease("key", null, null));
		assertThat(this.store.isCalled()).isFalse();
	}

	@Test
	void takesALockAndGivesItBackWithoutWaiting() throws InterruptedException {
		LockHandle handle = acquire();
		assertRefused("extendAsync", () -> handle.extend(Duration.ofMinutes(1)));
		assertThat(this.store.isCalled()).isFalse();
		handle.close();
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
	}

	@Test
	void entersAgainWhatIsHeldAroundItsWork() throws InterruptedException {
		LockHandle handle = acquire();
		handle.run(() -> this.client.lock("key").run(() -> assertThat(LockContext.current().keys()).contains("key")));
		handle.closeAsync();
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
	}

	@Test
	void extendsALeaseWithoutWaiting() throws InterruptedException {
		LockHandle handle = acquire();
		CompletionStage<Void> extended = handle.extendAsync(Duration.ofMinutes(1));
		this.store.next(Operation.RENEW).answer(AcquisitionState.GRANTED, Duration.ofMinutes(1));
		assertThat(extended.toCompletableFuture()).succeedsWithin(Duration.ofSeconds(20));
		handle.closeAsync();
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
	}

	private LockHandle acquire() throws InterruptedException {
		CompletableFuture<LockHandle> acquired = this.client.lock("key").acquireAsync().toCompletableFuture();
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		return acquired.join();
	}

	private static void assertRefused(String instead, ThrowingCallable call) {
		assertThatIllegalStateException().isThrownBy(call)
			.withMessageStartingWith("The thread '" + Thread.currentThread().getName() + "' serves connections")
			.withMessageContaining("use " + instead + ",");
	}

}
