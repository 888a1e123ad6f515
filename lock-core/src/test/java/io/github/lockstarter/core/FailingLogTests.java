package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.store.memory.MemoryLockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import io.github.lockstarter.testing.FailingLog;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a log that throws errors: what is logged is done all the same.
 */
class FailingLogTests {

	private static final Duration AMPLY = Duration.ofSeconds(20);

	private final CountDownLatch goOn = new CountDownLatch(1);

	private volatile String hanging = "";

	private final AtomicInteger told = new AtomicInteger();

	private final MemoryLockStore store = StallProofMemory.newStore();

	private final DefaultLockClient client = Clients.client(new SabotagedStore(this.store, this::hang),
			LockClientOptions.DEFAULT, (event) -> {
			}, Instrumentations.of(List.of(new Failing(), new Counting())), new StallProofPlatform());

	private final DefaultLockClient other = Clients.stallProofClient(this.store, "two");

	private final FailingLog log = FailingLog.begin();

	private @Nullable Object hang(String operation, Object[] arguments) throws InterruptedException {
		if (operation.equals(this.hanging)) {
			this.goOn.await();
		}
		return null;
	}

	@AfterEach
	void leavesNothingBehind() {
		this.goOn.countDown();
		try {
			await().until(() -> this.client.engine().isIdle() && this.other.engine().isIdle());
		}
		finally {
			this.log.close();
			this.client.close();
			this.other.close();
		}
	}

	@Test
	void aHandleThatAnotherThreadClosesGivesItsLockBack() {
		LockHandle held = this.client.lock("key").acquire();
		assertThat(CompletableFuture.runAsync(held::close)).succeedsWithin(AMPLY);
		await().until(() -> this.log.failures() > 0);
		assertThat(this.other.lock("key").tryAcquire()).hasValueSatisfying(LockHandle::close);
	}

	@Test
	void aClientIsClosedAlthoughALockIsStillHeld() {
		try (LockHandle held = this.client.lock("key").acquire()) {
			this.client.stop(Duration.ofMillis(1));
			assertThat(this.client.engine().isClosed()).isTrue();
			assertThat(held.isLost()).isFalse();
		}
		await().until(() -> this.log.failures() > 0);
	}

	@Test
	void aClientIsClosedAlthoughAStepOfItHangs() {
		LockHandle held = this.other.lock("key").acquire();
		CompletableFuture<LockHandle> waiting = this.client.lock("key").acquireAsync().toCompletableFuture();
		this.hanging = "release";
		assertThat(CompletableFuture.runAsync(() -> this.client.stop(Duration.ofMillis(1)))).succeedsWithin(AMPLY);
		assertThat(this.client.engine().isClosed()).isTrue();
		assertThat(waiting).isCompletedExceptionally();
		held.close();
	}

	@Test
	void oneInstrumentationIsToldAlthoughAnotherFailed() {
		this.client.lock("key").acquire().close();
		assertThat(this.told).hasValue(1);
	}

	private final class Counting implements LockInstrumentation {

		@Override
		public void released(LockCall call, Duration held) {
			FailingLogTests.this.told.incrementAndGet();
		}

	}

	private static final class Failing implements LockInstrumentation {

		@Override
		public void released(LockCall call, Duration held) {
			throw new LinkageError("thrown by a test: an instrumentation");
		}

	}

}
