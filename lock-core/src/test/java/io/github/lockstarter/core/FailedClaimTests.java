package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a claim that fails, as it does when Redis moves to another server.
 */
class FailedClaimTests {

	private final PuppetStore store = new PuppetStore();

	/** A tenth of a second takes one. */
	private final ScaledPlatform platform = ScaledPlatform.slower(10);

	private volatile boolean broken;

	private final DefaultLockClient client = Clients.client(
			new SabotagedStore(this.store,
					(operation, arguments) -> (this.broken && operation.equals("acquire")) ? new BrokenStage() : null),
			this.platform);

	private CompletableFuture<LockHandle> queued(Consumer<Call> then) throws InterruptedException {
		CompletableFuture<LockHandle> waiting = this.client.lock("key").acquireAsync().toCompletableFuture();
		Call queued = this.store.next(Operation.ACQUIRE);
		queued.answer(AcquisitionState.QUEUED);
		then.accept(queued);
		this.store.push(this.store.grantFor(queued, 5));
		return waiting;
	}

	private void isRepeatedSoonAfter(Duration failedAt, CompletableFuture<LockHandle> served)
			throws InterruptedException {
		Call repeated = this.store.next(Operation.RENEW);
		assertThat(this.platform.age().minus(failedAt)).isLessThan(Duration.ofMillis(400));
		repeated.answer(AcquisitionState.GRANTED);
		this.store.release();
		served.join().close();
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	@Test
	void isRepeatedLongBeforeTheEndOfItsWindow() throws InterruptedException {
		CompletableFuture<LockHandle> served = queued((queued) -> {
		});
		Call claim = this.store.next(Operation.ACQUIRE);
		Duration failedAt = this.platform.age();
		claim.fail();
		isRepeatedSoonAfter(failedAt, served);
	}

	@Test
	void isRepeatedIfItsAnswerCannotBeAwaited() throws InterruptedException {
		CompletableFuture<LockHandle> served = queued((queued) -> this.broken = true);
		isRepeatedSoonAfter(this.platform.age(), served);
	}

}
