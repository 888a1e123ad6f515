package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for an answer that comes when the waiter that had asked has given up.
 */
class GrantForAnotherHeadTests {

	private final PuppetStore store = new PuppetStore();

	@Test
	void theNextWaiterHoldsTheLockWithoutAskingAgain() throws InterruptedException {
		try (DefaultLockClient client = Clients.stallProofClient(this.store, "one")) {
			CompletableFuture<LockHandle> head = client.lock("key").acquireAsync().toCompletableFuture();
			Call asked = this.store.next(Operation.ACQUIRE);
			CompletableFuture<LockHandle> heir = client.lock("key").acquireAsync().toCompletableFuture();
			head.cancel(false);
			asked.answer(AcquisitionState.GRANTED);
			LockHandle held = heir.join();
			assertThat(held.isValid()).isTrue();
			assertThat(this.store.isCalled()).isFalse();
			this.store.release();
			held.close();
		}
	}

}
