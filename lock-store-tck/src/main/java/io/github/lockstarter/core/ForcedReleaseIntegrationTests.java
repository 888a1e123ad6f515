package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostEvent;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.store.tck.NeedsFeature;
import io.github.lockstarter.testing.StallProofTime;
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

	/** A client looks up its lock for those who wait for it there, once a second. */
	private static final Duration LOOKED_UP = Duration.ofMillis(2500);

	ForcedReleaseIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void aHolderThatListensIsToldAtOnceAndTheNextHoldsTheLock() {
		LockHandle held = acquiredByOneThatListens();
		CompletableFuture<LockHandle> next = onAnotherThread(() -> acquire(this.two));
		awaitWaiters(1);
		assertThat(this.two.forceRelease(this.key)).isTrue();
		StallProofTime.awaitWithin(BEFORE_RENEWAL, held::isLost);
		StallProofTime.awaitWithin(BEFORE_RENEWAL, next::isDone);
		assertThat(next.join().isValid()).isTrue();
		await().untilAsserted(() -> assertThat(this.events).extracting(LockLostEvent::reason)
			.containsExactly("it was released by force"));
		assertThat(held.lossReason()).contains("it was released by force");
		held.close();
		assertThat(next.join().isValid()).isTrue();
		next.join().close();
	}

	/** A participant that has waited listens. */
	private LockHandle acquiredByOneThatListens() {
		LockHandle before = heldElsewhere(this.two);
		CompletableFuture<LockHandle> waiting = onAnotherThread(() -> acquire(this.one).detach());
		awaitWaiters(1);
		before.close();
		return waiting.join();
	}

	@Test
	void aHolderIsToldAtOnceByItsOwnClient() {
		LockHandle held = acquire(this.one).detach();
		CompletableFuture<LockHandle> next = onAnotherThread(() -> acquire(this.one));
		await().until(() -> waitingCalls(this.one, this.key) == 1);
		assertThat(this.one.forceRelease(this.key)).isTrue();
		assertThat(held.isValid()).isFalse();
		assertThat(held.lossReason()).contains("it was released by force");
		StallProofTime.awaitWithin(BEFORE_RENEWAL, next::isDone);
		next.join().close();
		held.close();
	}

	@Test
	void whoeverWaitsInTheHoldersClientGetsALockThatIsRenewed() {
		goesToTheNextOfItsClient(Duration.ofSeconds(30), true);
	}

	@Test
	void whoeverWaitsInTheHoldersClientGetsALockThatIsNotRenewed() {
		goesToTheNextOfItsClient(Duration.ofMinutes(10), false);
	}

	/** The client never waited for another, and so has not heard of the release. */
	private void goesToTheNextOfItsClient(Duration lease, boolean renewed) {
		LockHandle held = this.one.lock(this.key).leaseTime(lease).autoRenew(renewed).acquire().detach();
		CompletableFuture<LockHandle> next = onAnotherThread(() -> acquire(this.one));
		await().until(() -> waitingCalls(this.one, this.key) == 1);
		assertThat(this.two.forceRelease(this.key)).isTrue();
		StallProofTime.awaitWithin(LOOKED_UP, next::isDone);
		assertThat(next.join().isValid()).isTrue();
		assertThat(held.isLost()).isTrue();
		next.join().close();
		held.close();
	}

	@Test
	@NeedsFeature(StoreFeature.SHARES)
	void allThatShareALockAreToldAtOnceByTheirOwnClient() {
		LockHandle first = permit();
		LockHandle second = permit();
		assertThat(this.one.forceRelease(this.key)).isTrue();
		assertThat(List.of(first, second)).allSatisfy((held) -> {
			assertThat(held.isValid()).isFalse();
			assertThat(held.lossReason()).contains("it was released by force");
		});
		first.close();
		second.close();
	}

	private LockHandle permit() {
		return this.one.lock(this.key).permits(1, 3).acquire().detach();
	}

	@Test
	void aHolderIsToldAtItsReleaseAtTheLatest() {
		LockHandle held = acquire(this.one);
		assertThat(this.two.forceRelease(this.key)).isTrue();
		held.close();
		assertThat(held.isLost()).isTrue();
		assertThat(held.lossReason().orElseThrow()).contains("released by force");
	}

}
