package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.tck.NeedsFeature;
import io.github.lockstarter.store.StoreFeature;
import org.junit.jupiter.api.Test;

import static io.github.lockstarter.core.Exclusion.assertExcluded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a thread that leaves its lock once more than it has entered it.
 */
@EachStore
class SurplusUnlockIntegrationTests extends TwoClients {

	SurplusUnlockIntegrationTests(StoreUnderTest store) {
		super(store, new LockClientOptions(null, new LocalHandover(64, Duration.ofMinutes(1))));
	}

	/** Without a queue anybody may be the next. */
	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void theNextThreadOfTheJvmKeepsTheLock() {
		LockHandle held = acquire(this.one);
		CompletableFuture<LockHandle> next = onAnotherThread(() -> acquire(this.one));
		await().until(() -> waitingCalls(this.one, this.key) == 1);
		CompletableFuture<LockHandle> elsewhere = queuedElsewhere();
		this.one.lock(this.key).asLock().unlock();
		assertThat(next).succeedsWithin(AMPLY);
		held.close();
		assertThat(next.join().isValid()).isTrue();
		assertExcluded(next.join(), this.two.lock(this.key)::tryAcquire);
		assertThat(elsewhere).isNotDone();
		next.join().close();
		assertThat(elsewhere).succeedsWithin(AMPLY);
		assertThat(next.join().isLost()).isFalse();
		elsewhere.join().close();
	}

	@Test
	void theNextHolderElsewhereKeepsTheLock() {
		LockHandle held = acquire(this.one);
		CompletableFuture<LockHandle> elsewhere = queuedElsewhere();
		this.one.lock(this.key).asLock().unlock();
		assertThat(elsewhere).succeedsWithin(AMPLY);
		held.close();
		assertExcluded(elsewhere.join(), this.one.lock(this.key)::tryAcquire);
		elsewhere.join().close();
		assertThat(elsewhere.join().isLost()).isFalse();
	}

	private CompletableFuture<LockHandle> queuedElsewhere() {
		CompletableFuture<LockHandle> elsewhere = this.two.lock(this.key)
			.waitTime(AMPLY)
			.acquireAsync()
			.toCompletableFuture();
		awaitWaiters(1);
		return elsewhere;
	}

}
