package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for asynchronous acquisitions that may be refused, and for asynchronous
 * extensions.
 */
class AsynchronousTriesTests {

	private static final Duration AMPLY = Duration.ofSeconds(20);

	private final DefaultLockClient client = Clients.client(new MemoryLockStore(), "one");

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	private static <T> T result(CompletionStage<T> stage) {
		CompletableFuture<T> future = stage.toCompletableFuture();
		assertThat(future).succeedsWithin(AMPLY);
		return future.join();
	}

	@Test
	void aFreeLockIsTakenAndBelongsToNoThread() {
		LockHandle held = result(this.client.lock("key").tryAcquireAsync()).orElseThrow();
		assertThat(held.isValid()).isTrue();
		assertThat(this.client.lock("key").held()).isEmpty();
		result(held.closeAsync());
	}

	@Test
	void aLockThatAnotherHoldsIsNoFailure() {
		try (LockHandle held = this.client.lock("key").acquire()) {
			assertThat(held.isValid()).isTrue();
			assertThat(result(this.client.lock("key").waitTime(Duration.ofHours(1)).tryAcquireAsync())).isEmpty();
			assertThat(result(this.client.lock("key").tryAcquireAsync(Duration.ofMillis(50)))).isEmpty();
		}
	}

	@Test
	void waitsForAsLongAsItIsTold() {
		LockHandle held = this.client.lock("key").acquire();
		CompletionStage<Optional<LockHandle>> waiting = this.client.lock("key").tryAcquireAsync(AMPLY);
		await().until(() -> Waiting.at(this.client, "key") == 1);
		held.close();
		result(waiting).orElseThrow().close();
	}

	@Test
	void toCancelItGivesUpThePlace() {
		try (LockHandle held = this.client.lock("key").acquire()) {
			assertThat(held.isValid()).isTrue();
			CompletableFuture<Optional<LockHandle>> waiting = this.client.lock("key")
				.tryAcquireAsync(AMPLY)
				.toCompletableFuture();
			await().until(() -> Waiting.at(this.client, "key") == 1);
			waiting.cancel(true);
			await().until(() -> Waiting.at(this.client, "key") == 0);
		}
	}

	@Test
	void aClientThatHasEndedFailsIt() {
		DefaultLockClient ended = Clients.client(new MemoryLockStore(), "two");
		ended.close();
		assertThat(ended.lock("key").tryAcquireAsync()).failsWithin(AMPLY)
			.withThrowableThat()
			.withCauseInstanceOf(LockUnavailableException.class);
	}

	@Test
	void refusesANegativeWaitTime() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.client.lock("key").tryAcquireAsync(Duration.ofMillis(-1)))
			.withMessageContaining("waitTime");
	}

	@Test
	void extendsALeaseWithoutWaiting() {
		LockHandle held = this.client.lock("key").acquire();
		result(held.extendAsync(Duration.ofMinutes(5)));
		assertThat(held.remaining()).isGreaterThan(Duration.ofMinutes(4));
		held.close();
		assertThatIllegalStateException().isThrownBy(() -> held.extendAsync(Duration.ofMinutes(5)))
			.withMessageContaining("was closed");
	}

	@Test
	void extendsNoLeaseThatWasLost() {
		LockHandle held = this.client.lock("key").leaseTime(Duration.ofMillis(200)).autoRenew(false).acquire();
		await().until(held::isLost);
		assertThat(held.extendAsync(Duration.ofMinutes(5))).failsWithin(AMPLY)
			.withThrowableThat()
			.withCauseInstanceOf(LockLostException.class);
		held.close();
	}

}
