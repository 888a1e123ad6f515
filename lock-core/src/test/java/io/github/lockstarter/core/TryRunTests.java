package io.github.lockstarter.core;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for bodies that run only if their lock is free.
 */
class TryRunTests {

	private final DefaultLockClient client = Clients.client(new MemoryLockStore(), "one");

	private final AtomicInteger runs = new AtomicInteger();

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	@Test
	void runsUnderAFreeLockAndGivesItBack() {
		assertThat(this.client.lock("key").tryRun(() -> {
			this.runs.incrementAndGet();
			assertThat(LockContext.current().keys()).containsExactly("key");
		})).isTrue();
		assertThat(this.client.lock("key").<Integer, RuntimeException>tryCall(this.runs::incrementAndGet)).contains(2);
		assertThat(this.client.lock("key").inspect().held()).isFalse();
	}

	@Test
	void doesNotRunAndDoesNotWaitIfAnotherHoldsTheLock() {
		try (LockHandle held = this.client.lock("key").acquire().detach()) {
			assertThat(held.isValid()).isTrue();
			assertThat(this.client.lock("key").waitTime(Duration.ofHours(1)).tryRun(this.runs::incrementAndGet))
				.isFalse();
			assertThat(this.client.lock("key").<Integer, RuntimeException>tryCall(this.runs::incrementAndGet))
				.isEmpty();
		}
		assertThat(this.runs).hasValue(0);
	}

	@Test
	void passesOnWhatTheBodyThrows() {
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> this.client.lock("key").tryRun(() -> {
			throw new IOException("expected");
		}));
		assertThat(this.client.lock("key").inspect().held()).isFalse();
	}

	@Test
	void failsByALossAsItsPolicySays() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.client.lock("key").onLoss(LossPolicy.INTERRUPT).tryRun(() -> {
				this.client.forceRelease("key");
				new CompletableFuture<>().get();
			}))
			.withCauseInstanceOf(InterruptedException.class);
	}

	@Test
	void refusesABodyThatIsNull() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.client.lock("key").tryRun(null))
			.withMessageContaining("pass the code to run");
	}

}
