package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for whom the news concerns that the store has ended an acquisition by force.
 */
class RevokedLockTests {

	private final PuppetStore store = new PuppetStore();

	private final DefaultLockClient client = new DefaultLockClient(LockStores.of(this.store),
			new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("shop", "one"),
			new LockClientOptions(null, new LocalHandover(64, Duration.ofMinutes(1))),
			new DefaultLockClient.Observers(LockEventListener.NONE, LockInstrumentation.NONE),
			new StallProofPlatform());

	@AfterEach
	void leavesNothingBehind() {
		this.store.release();
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	private CompletableFuture<LockHandle> acquire() {
		return this.client.lock("order:42").acquireAsync().toCompletableFuture();
	}

	private Call granted() throws InterruptedException {
		Call call = this.store.next(Operation.ACQUIRE);
		call.answer(AcquisitionState.GRANTED);
		return call;
	}

	private void close(LockHandle handle) {
		this.store.release();
		handle.close();
	}

	/** Others may send that message, too. */
	private void revokeAndConfirm(Call acquisition, AcquisitionState state) throws InterruptedException {
		this.store.revoke(acquisition);
		Call question = this.store.next(Operation.RENEW);
		assertThat(question.sequence()).isEqualTo(acquisition.sequence());
		question.answer(state);
	}

	@Test
	void aMessageThatTheStoreDoesNotConfirmChangesNothing() throws InterruptedException {
		CompletableFuture<LockHandle> held = acquire();
		Call acquisition = granted();
		for (int i = 0; i < 3; i++) {
			revokeAndConfirm(acquisition, AcquisitionState.GRANTED);
		}
		assertThat(held.join().isLost()).isFalse();
		assertThat(held.join().isValid()).isTrue();
		close(held.join());
	}

	@Test
	void theHolderLosesItsLockAtOnceAndTheNextAsksAnew() throws InterruptedException {
		CompletableFuture<LockHandle> first = acquire();
		Call acquisition = granted();
		CompletableFuture<LockHandle> next = acquire();
		revokeAndConfirm(acquisition, AcquisitionState.LOST);
		assertThat(first.join().isLost()).isTrue();
		assertThat(granted().sequence()).isGreaterThan(acquisition.sequence());
		assertThat(next.join().isValid()).isTrue();
		close(next.join());
		close(first.join());
	}

	@Test
	void theReasonIsThatItWasReleasedByForce() throws InterruptedException {
		CompletableFuture<LockHandle> held = acquire();
		revokeAndConfirm(granted(), AcquisitionState.LOST);
		assertThat(held.join().lossReason()).contains("it was released by force");
		close(held.join());
	}

	@Test
	void aHolderThatTheStoreDoesNotKnowLosesItsLockForThatReason() throws InterruptedException {
		CompletableFuture<LockHandle> held = acquire();
		this.store.denyOwnership(granted(), AcquisitionState.UNKNOWN);
		assertThat(held.join().isLost()).isTrue();
		assertThat(held.join().lossReason().orElseThrow()).startsWith("the store has no record of it any more")
			.contains("failover", "restart", "lease", "by force");
		close(held.join());
	}

	@Test
	void aHolderWhoseLeaseHadEndedInTheStoreIsToldSo() throws InterruptedException {
		CompletableFuture<LockHandle> held = acquire();
		this.store.denyOwnership(granted(), AcquisitionState.LOST);
		assertThat(held.join().lossReason().orElseThrow()).startsWith("its lease had ended in the store");
		close(held.join());
	}

	@Test
	void newsOfAnAcquisitionThatIsOverConcernsNobody() throws InterruptedException {
		CompletableFuture<LockHandle> first = acquire();
		Call over = granted();
		CompletableFuture.runAsync(first.join()::close);
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
		CompletableFuture<LockHandle> second = acquire();
		granted();
		this.store.revoke(over);
		this.store.denyOwnership(over, AcquisitionState.UNKNOWN);
		assertThat(first.join().isLost()).isFalse();
		assertThat(second.join().isValid()).isTrue();
		close(second.join());
	}

	@Test
	void newsOfAnAcquisitionThatStillWaitsIsLeftToItsClaim() throws InterruptedException {
		CompletableFuture<LockHandle> waiting = acquire();
		Call acquisition = this.store.next(Operation.ACQUIRE);
		this.store.revoke(acquisition);
		acquisition.answer(AcquisitionState.LOST);
		granted();
		assertThat(waiting.join().isValid()).isTrue();
		close(waiting.join());
	}

	@Test
	void whoeverHoldsTheLockThenLosesIt() throws InterruptedException {
		CompletableFuture<LockHandle> first = acquire();
		Call acquisition = granted();
		CompletableFuture<LockHandle> second = acquire();
		first.join().close();
		LockHandle passed = second.join();
		revokeAndConfirm(acquisition, AcquisitionState.LOST);
		assertThat(first.join().isLost()).isFalse();
		assertThat(passed.isLost()).isTrue();
		close(passed);
	}

}
