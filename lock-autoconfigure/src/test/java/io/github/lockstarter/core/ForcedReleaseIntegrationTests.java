package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostEvent;
import io.github.lockstarter.store.LockSession;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a holder whose lock is released by somebody else.
 */
@EachStore
class ForcedReleaseIntegrationTests extends TwoClients {

	/** The first renewal would tell it too, but later. */
	private static final Duration BEFORE_RENEWAL = Duration.ofSeconds(5);

	ForcedReleaseIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	@Test
	void aHolderThatListensIsToldAtOnceAndTheNextHoldsTheLock() {
		LockSession session = this.one.engine().session();
		session.listen(this.key).toCompletableFuture().join();
		LockHandle held = acquire(this.one);
		CompletableFuture<LockHandle> next = onAnotherThread(() -> acquire(this.two));
		awaitWaiters(1);
		assertThat(session.forceRelease(this.key)).succeedsWithin(AMPLY).isEqualTo(true);
		await().atMost(BEFORE_RENEWAL).until(held::isLost);
		assertThat(next).succeedsWithin(BEFORE_RENEWAL);
		assertThat(next.join().isValid()).isTrue();
		await().untilAsserted(() -> assertThat(this.events).extracting(LockLostEvent::reason)
			.containsExactly("it was released by force"));
		assertThat(held.lossReason()).contains("it was released by force");
		held.close();
		assertThat(next.join().isValid()).isTrue();
		next.join().close();
	}

	@Test
	void aHolderIsToldAtItsReleaseAtTheLatest() {
		LockHandle held = acquire(this.one);
		assertThat(this.two.engine().session().forceRelease(this.key)).succeedsWithin(AMPLY).isEqualTo(true);
		assertThat(held.lossReason()).isEmpty();
		held.close();
		assertThat(held.isLost()).isTrue();
		assertThat(held.lossReason().orElseThrow()).contains("released by force");
	}

}
