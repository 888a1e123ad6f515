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
		CompletableFuture<Void> first = waiter(2);
		CompletableFuture<Void> second = waiter(2);
		await().until(() -> waitingCalls(this.one, this.key) == 2);
		awaitWaiters(1);
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.one.lock(this.key).waitTime(AMPLY).maxWaiters(2).acquire())
			.withMessageContaining("as its 'max-waiters' allows (2)")
			.satisfies((ex) -> assertThat(ex.getWaited()).isLessThan(AMPLY.dividedBy(10)));
		assertThat(waitingCalls(this.two, this.key)).isZero();
		CompletableFuture<Void> elsewhere = onAnotherThread(
				() -> this.two.lock(this.key).waitTime(AMPLY).maxWaiters(1).acquire())
			.thenAccept(LockHandle::close);
		held.close();
		first.join();
		second.join();
		elsewhere.join();
	}

	@Test
	void aFreeLockAndAnotherKeyAreNotConcerned() {
		LockHandle held = heldElsewhere(this.two);
		CompletableFuture<Void> waiting = waiter(1);
		await().until(() -> waitingCalls(this.one, this.key) == 1);
		this.one.lock(anotherKey()).waitTime(AMPLY).maxWaiters(1).acquire().close();
		assertThat(this.one.lock(this.key).maxWaiters(1).tryAcquire()).isEmpty();
		held.close();
		waiting.join();
	}

	private CompletableFuture<Void> waiter(int maxWaiters) {
		return onAnotherThread(() -> this.one.lock(this.key).waitTime(AMPLY).maxWaiters(maxWaiters).acquire())
			.thenAccept(LockHandle::close);
	}

}
