package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.memory.MemoryLockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a session that does not return from a call: the shutdown goes on without it.
 */
@ExtendWith(OutputCaptureExtension.class)
class HangingSessionTests {

	/** Steps of the shutdown have some seconds each. */
	private static final Duration BOUNDED = Duration.ofSeconds(30);

	private static final Duration LEASE = Duration.ofSeconds(3);

	private final CountDownLatch end = new CountDownLatch(1);

	private volatile String hanging = "";

	private final MemoryLockStore memory = StallProofMemory.newStore();

	private final DefaultLockClient client = Clients.stallProofClient(new SabotagedStore(this.memory, this::hang),
			"one");

	private final DefaultLockClient other = Clients.stallProofClient(this.memory, "two");

	private @Nullable Object hang(String operation, Object[] arguments) throws InterruptedException {
		if (operation.equals(this.hanging)) {
			this.end.await();
		}
		return null;
	}

	@AfterEach
	void goOn() {
		this.end.countDown();
		this.client.close();
		this.other.close();
	}

	@Test
	void closingASessionThatHangsIsGivenUp(CapturedOutput output) {
		this.hanging = "close";
		assertThat(CompletableFuture.runAsync(this.client::close)).succeedsWithin(BOUNDED);
		assertThat(output).contains("closing the connections for locks takes longer than")
			.contains("the shutdown goes on without it");
	}

	@Test
	void givingUpAPlaceThatHangsIsGivenUp(CapturedOutput output) {
		LockHandle held = this.other.lock("key").acquire();
		CompletableFuture<LockHandle> waiting = this.client.lock("key").acquireAsync().toCompletableFuture();
		this.hanging = "release";
		assertThat(CompletableFuture.runAsync(() -> this.client.stop(Duration.ofSeconds(1)))).succeedsWithin(BOUNDED);
		assertThat(waiting).isCompletedExceptionally();
		assertThat(output).contains("refusing those that wait for locks takes longer than");
		held.close();
	}

	@Test
	void aHolderThatHangsInItsReleaseIsLeftToItsLease(CapturedOutput output) {
		LockHandle held = this.client.lock("key").leaseTime(LEASE).acquire();
		this.hanging = "release";
		CompletableFuture<Void> closing = CompletableFuture.runAsync(held::close);
		assertThat(CompletableFuture.runAsync(() -> this.client.stop(Duration.ofSeconds(1)))).succeedsWithin(BOUNDED);
		assertThat(closing).isNotDone();
		assertThat(output).contains("Lock 'key' is still held 1000 ms after the shutdown began");
		assertThat(this.other.lock("key").tryAcquire(BOUNDED)).hasValueSatisfying(LockHandle::close);
	}

}
