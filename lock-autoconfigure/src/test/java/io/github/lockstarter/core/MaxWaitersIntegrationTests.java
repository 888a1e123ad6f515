package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockNotAcquiredException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the number of threads of one JVM that may wait.
 */
@EachStore
class MaxWaitersIntegrationTests extends TwoClients {

	MaxWaitersIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	@Test
	void whoeverWouldWaitBeyondTheMaximumIsRefusedAtOnce() {
		LockHandle held = heldElsewhere(this.two);
		CompletableFuture<LockHandle> first = waiter(2);
		CompletableFuture<LockHandle> second = waiter(2);
		await().until(() -> this.one.engine().waiting(this.key) == 2);
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.one.lock(this.key).waitTime(AMPLY).maxWaiters(2).acquire())
			.withMessageContaining("2 threads of this JVM wait for it already")
			.satisfies((ex) -> assertThat(ex.getWaited()).isLessThan(BRIEFLY));
		assertThat(this.two.engine().waiting(this.key)).isZero();
		CompletableFuture<LockHandle> elsewhere = onAnotherThread(
				() -> this.two.lock(this.key).waitTime(AMPLY).maxWaiters(1).acquire());
		held.close();
		CompletableFuture
			.allOf(first.thenAccept(LockHandle::close), second.thenAccept(LockHandle::close),
					elsewhere.thenAccept(LockHandle::close))
			.join();
	}

	@Test
	void aFreeLockAndAnotherKeyAreNotConcerned() {
		LockHandle held = heldElsewhere(this.two);
		CompletableFuture<LockHandle> waiting = waiter(1);
		await().until(() -> this.one.engine().waiting(this.key) == 1);
		this.one.lock(anotherKey()).waitTime(AMPLY).maxWaiters(1).acquire().close();
		assertThat(this.one.lock(this.key).maxWaiters(1).tryAcquire()).isEmpty();
		held.close();
		waiting.join().close();
	}

	private CompletableFuture<LockHandle> waiter(int maxWaiters) {
		return onAnotherThread(() -> this.one.lock(this.key).waitTime(AMPLY).maxWaiters(maxWaiters).acquire());
	}

}
