package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for handles that another thread closes than the one that acquired the lock.
 */
@ExtendWith(OutputCaptureExtension.class)
class HandedOverHandleTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private static final String WARNING = "Call detach() on a handle before another thread gets it";

	private final DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one");

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	private static void closeElsewhere(LockHandle handle) {
		assertThat(CompletableFuture.runAsync(handle::close, (task) -> new Thread(task, "closing").start()))
			.succeedsWithin(SOON);
	}

	@Test
	void whoHandsAHandleOverWithoutDetachingItIsWarnedOnce(CapturedOutput output) {
		closeElsewhere(this.client.lock("first").acquire());
		closeElsewhere(this.client.lock("second").acquire());
		assertThat(output).containsOnlyOnce(WARNING)
			.contains("The handle of lock 'first' is closed by thread 'closing', but thread '"
					+ Thread.currentThread().getName() + "' acquired it")
			.doesNotContain("'second'");
	}

	@Test
	void whoDetachesItIsNotWarned(CapturedOutput output) {
		closeElsewhere(this.client.lock("key").acquire().detach());
		closeElsewhere(this.client.lock("key").acquireAsync().toCompletableFuture().join());
		this.client.lock("key").acquire().close();
		assertThat(output).doesNotContain(WARNING);
	}

	@Test
	void aDetachedInnerHandleLeavesTheReentryOfTheOuterOneAlone() {
		try (LockHandle outer = this.client.lock("key").acquire()) {
			LockHandle inner = this.client.lock("key").acquire().detach();
			assertThat(this.client.lock("key").tryAcquire()).hasValueSatisfying(LockHandle::close);
			closeElsewhere(inner);
			assertThat(outer.isValid()).isTrue();
			assertThat(this.client.lock("key").tryAcquire()).hasValueSatisfying(LockHandle::close);
		}
		this.client.lock("key").acquire().detach().close();
	}

	@Test
	void aDetachedInnerHandleKeepsTheLockWhenTheOuterOneIsClosedAndItsThreadEntersNoMore() {
		LockHandle outer = this.client.lock("key").acquire();
		LockHandle inner = this.client.lock("key").acquire().detach();
		outer.close();
		assertThat(inner.isValid()).isTrue();
		assertThat(this.client.lock("key").tryAcquire()).isEmpty();
		closeElsewhere(inner);
		this.client.lock("key").acquire().close();
	}

}
