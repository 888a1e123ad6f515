package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockAdmin.HeldLock;
import io.github.lockstarter.LockAdmin.Page;
import io.github.lockstarter.LockAdmin.WaitingCall;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockInfo.Holder;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockLostEvent;
import io.github.lockstarter.LockState;
import io.github.lockstarter.store.tck.NeedsFeature;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * Tests for looking after locks.
 */
@EachStore
class AdministrationIntegrationTests extends TwoClients {

	AdministrationIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	@Test
	@NeedsFeature(StoreFeature.SHARES)
	void tellsWhatIsSharedAndWithHowManyPermits() {
		LockHandle held = this.one.lock(this.key).permits(2, 3).acquire();
		CompletableFuture<Void> waiting = onAnotherThread(
				() -> this.one.lock(this.key).permits(3, 3).waitTime(AMPLY).acquire())
			.thenAccept(LockHandle::close);
		await().until(() -> this.one.waiting().size() == 1);
		assertThat(this.one.held().get(0).kind()).isEqualTo(LockKind.SEMAPHORE);
		assertThat(this.one.held().get(0).permits()).isEqualTo(2);
		assertThat(this.one.waiting().get(0).kind()).isEqualTo(LockKind.SEMAPHORE);
		assertThat(this.one.waiting().get(0).permits()).isEqualTo(3);
		held.close();
		waiting.join();
		try (LockHandle reader = this.one.lock(this.key).read().acquire()) {
			assertThat(reader.kind()).isEqualTo(this.one.held().get(0).kind());
			assertThat(this.one.held().get(0).permits()).isOne();
		}
	}

	@Test
	@NeedsFeature(StoreFeature.SHARES)
	void tellsOthersOfWhatKindTheHoldersAre() {
		try (LockHandle alone = this.one.lock(this.key).acquire()) {
			assertThat(alone.permits()).isOne();
			assertThat(this.two.lock(this.key).inspect().holders()).extracting(Holder::kind, Holder::permits)
				.containsExactly(tuple(LockKind.MUTEX, 0));
		}
		try (LockHandle reader = this.one.lock(this.key).read().acquire();
				LockHandle permits = this.two.lock(this.key).permits(2, 3).acquire()) {
			assertThat(reader.permits()).isOne();
			assertThat(permits.permits()).isEqualTo(2);
			assertThat(this.two.lock(this.key).inspect().holders()).extracting(Holder::kind, Holder::permits)
				.containsExactlyInAnyOrder(tuple(LockKind.READ, 1), tuple(LockKind.SEMAPHORE, 2));
		}
	}

	@Test
	void listsWhatThisJvmHoldsAndWhoWaits() {
		LockHandle held = this.one.lock(this.key).name("orders").acquire();
		CompletableFuture<Void> waiting = onAnotherThread(
				() -> this.one.lock(this.key).name("orders").waitTime(AMPLY).acquire())
			.thenAccept(LockHandle::close);
		await().until(() -> this.one.waiting().size() == 1);
		HeldLock found = this.one.held().get(0);
		assertThat(found.name()).isEqualTo("orders");
		assertThat(found.key()).isEqualTo(this.key);
		assertThat(found.thread()).isEqualTo(Thread.currentThread().getName());
		assertThat(found.fencingToken()).isEqualTo(held.fencingToken());
		assertThat(found.state()).isEqualTo(LockState.HELD);
		assertThat(found.remaining()).isBetween(found.lease().dividedBy(2), found.lease());
		WaitingCall call = this.one.waiting().get(0);
		assertThat(call.name()).isEqualTo("orders");
		assertThat(call.key()).isEqualTo(this.key);
		assertThat(this.two.held()).isEmpty();
		held.close();
		waiting.join();
	}

	@Test
	void findsTheLocksOfAllJvmsPageByPage() {
		try (LockHandle held = acquire(this.one); LockHandle other = this.two.lock(anotherKey()).acquire()) {
			List<LockInfo> found = new ArrayList<>();
			String cursor = "";
			while (cursor != null) {
				Page page = this.one.find(cursor, 10);
				found.addAll(page.locks());
				cursor = page.next();
			}
			assertThat(found).extracting(LockInfo::key).contains(this.key, other.keys().get(0));
			assertThat(found).filteredOn((info) -> info.key().equals(this.key))
				.allSatisfy((info) -> assertThat(info.holder()).isNotNull());
		}
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void aForcedReleaseTellsTheHolderAndServesWhoWaits() {
		LockHandle held = acquiredByWaiting();
		CompletableFuture<LockHandle> waiting = onAnotherThread(() -> acquire(this.two));
		awaitWaiters(1);
		assertThat(this.two.forceRelease(this.key)).isTrue();
		assertThat(waiting).succeedsWithin(AMPLY);
		StallProofTime.awaitWithin(Duration.ofSeconds(5), held::isLost);
		await().untilAsserted(() -> assertThat(this.events).singleElement()
			.extracting(LockLostEvent::reason)
			.asString()
			.contains("released by force"));
		waiting.join().close();
		held.close();
	}

	/** A JVM hears of what happens to a lock once it has waited for it. */
	private LockHandle acquiredByWaiting() {
		LockHandle elsewhere = heldElsewhere(this.two);
		CompletableFuture<LockHandle> waiting = onAnotherThread(() -> acquire(this.one));
		awaitWaiters(1);
		elsewhere.close();
		return waiting.join();
	}

	@Test
	void aForcedReleaseOfAFreeLockDoesNothing() {
		assertThat(this.one.forceRelease(this.key)).isFalse();
		assertThat(this.one.forceRelease(this.key, 0L, null)).isFalse();
	}

	@Test
	void aForcedReleaseTakesTheLockFromNobodyButTheHolderThatItNames() {
		LockHandle former = acquire(this.one);
		former.close();
		LockHandle held = acquire(this.one);
		assertThat(this.two.forceRelease(this.key, former.fencingToken(), null)).isFalse();
		assertThat(this.two.forceRelease(this.key, 0L, null)).as("it is not shared").isFalse();
		assertThat(this.two.inspect(this.key).held()).isTrue();
		assertThat(this.two.forceRelease(this.key, held.fencingToken(), null)).isTrue();
		assertThat(this.two.inspect(this.key).held()).isFalse();
		held.close();
	}

	@Test
	@NeedsFeature(StoreFeature.SHARES)
	void aForcedReleaseNamesThoseThatShareALockByZero() {
		LockHandle reader = this.one.lock(this.key).read().acquire();
		assertThat(this.two.forceRelease(this.key, 7L, null)).isFalse();
		assertThat(this.two.forceRelease(this.key, 0L, null)).isTrue();
		assertThat(this.two.inspect(this.key).held()).isFalse();
		reader.close();
	}

}
