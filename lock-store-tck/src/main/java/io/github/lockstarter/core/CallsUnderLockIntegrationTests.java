package io.github.lockstarter.core;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LossPolicy;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for bodies that run only if the lock is free, and for work that ends later.
 */
@EachStore
class CallsUnderLockIntegrationTests extends TwoClients {

	CallsUnderLockIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	@Test
	void aBodyThatNeedNotRunRunsOnlyIfTheLockIsFree() throws IOException {
		AtomicBoolean ran = new AtomicBoolean();
		assertThat(this.one.lock(this.key).tryRun(() -> {
			LockContext.assertHeld(this.key);
			ran.set(true);
		})).isTrue();
		assertThat(ran).isTrue();
		LockHandle held = heldElsewhere(this.two);
		assertThat(this.one.lock(this.key).tryRun(() -> {
			throw new IOException("never");
		})).isFalse();
		assertThat(this.one.lock(this.key).tryCall(() -> "never")).isEmpty();
		held.close();
		assertThat(this.one.lock(this.key).tryCall(() -> "done")).contains("done");
	}

	@Test
	void workIsUnderTheLockUntilItHasEnded() {
		CompletableFuture<String> work = new CompletableFuture<>();
		CompletableFuture<String> result = this.one.lock(this.key).callAsync(() -> {
			LockContext.assertHeld(this.key);
			return work;
		}).toCompletableFuture();
		await().until(() -> this.two.lock(this.key).inspect().held());
		work.complete("done");
		assertThat(result).succeedsWithin(AMPLY).isEqualTo("done");
		assertThat(this.two.lock(this.key).inspect().held()).isFalse();
	}

	@Test
	void workThatFailsReleasesTheLock() {
		CompletableFuture<String> failed = this.one.lock(this.key)
			.callAsync(() -> CompletableFuture.<String>failedFuture(new IOException("work")))
			.toCompletableFuture();
		assertThat(failed).failsWithin(AMPLY).withThrowableThat().withCauseInstanceOf(IOException.class);
		CompletableFuture<String> thrown = this.one.lock(this.key).<String>callAsync(() -> {
			throw new IOException("work");
		}).toCompletableFuture();
		assertThat(thrown).failsWithin(AMPLY).withThrowableThat().withCauseInstanceOf(IOException.class);
	}

	@Test
	void workThatIsCancelledReleasesTheLock() {
		CompletableFuture<String> work = new CompletableFuture<>();
		CompletableFuture<Void> begun = new CompletableFuture<>();
		CompletableFuture<String> result = this.one.lock(this.key).callAsync(() -> {
			begun.complete(null);
			return work;
		}).toCompletableFuture();
		assertThat(begun).succeedsWithin(AMPLY);
		assertThat(this.two.lock(this.key).inspect().held()).isTrue();
		result.cancel(true);
		await().until(work::isCancelled);
		await().until(() -> !this.two.lock(this.key).inspect().held());
	}

	@Test
	void workIsNotBegunWithoutTheLock() {
		LockHandle held = heldElsewhere(this.two);
		CompletionStage<String> refused = this.one.lock(this.key).waitTime(BRIEFLY).callAsync(() -> {
			throw new IllegalStateException("never");
		});
		assertThat(refused.toCompletableFuture()).failsWithin(AMPLY)
			.withThrowableThat()
			.withCauseInstanceOf(LockNotAcquiredException.class);
		held.close();
	}

	@Test
	void workUnderALostLockFails() {
		CompletableFuture<String> work = new CompletableFuture<>();
		CompletableFuture<Void> begun = new CompletableFuture<>();
		CompletableFuture<String> result = this.one.lock(this.key).onLoss(LossPolicy.INTERRUPT).callAsync(() -> {
			begun.complete(null);
			return work;
		}).toCompletableFuture();
		assertThat(begun).succeedsWithin(AMPLY);
		assertThat(this.one.forceRelease(this.key)).isTrue();
		assertThat(result).failsWithin(AMPLY).withThrowableThat().withCauseInstanceOf(LockLostException.class);
		await().until(work::isCancelled);
	}

	@Test
	void aLeaseIsExtendedWithoutAThreadThatWaits() {
		LockHandle held = acquire(this.one);
		assertThat(held.extendAsync(Duration.ofMinutes(2)).toCompletableFuture()).succeedsWithin(AMPLY);
		assertThat(held.remaining()).isGreaterThan(Duration.ofMinutes(1));
		assertThat(this.one.forceRelease(this.key)).isTrue();
		await().until(held::isLost);
		assertThat(held.extendAsync(Duration.ofMinutes(2)).toCompletableFuture()).failsWithin(AMPLY)
			.withThrowableThat()
			.withCauseInstanceOf(LockLostException.class);
		held.close();
		assertThatIllegalStateException().isThrownBy(() -> held.extendAsync(Duration.ofMinutes(2)))
			.withMessageContaining("was closed");
	}

}
