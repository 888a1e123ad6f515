package io.github.lockstarter.jvm;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * JVMs that are killed, or stand still, while they hold several keys or wait for them.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class KilledWithSeveralKeysIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(2);

	/** A waiter looks again after a second. */
	private static final Duration RECHECK = Duration.ofSeconds(2);

	private static final Duration LONG = Duration.ofMinutes(1);

	private final String name = "together:" + UUID.randomUUID();

	/** In the order in which they are taken. */
	private final List<String> keys = IntStream.range(0, 5).mapToObj((i) -> this.name + "-" + i).toList();

	private final DefaultLockClient client = ChildLocks.client(EmbeddedRedis.shared().target(), LONG);

	private ChildJvm child(String mode) {
		return ChildArchive.start(TogetherChild.class, EmbeddedRedis.shared().port(), String.join(",", this.keys),
				LEASE.toMillis(), mode);
	}

	private LockHandle acquireWithin(List<String> wanted, Duration limit) {
		CompletableFuture<LockHandle> acquired = this.client.lock(wanted).acquireAsync().toCompletableFuture();
		StallProofTime.awaitSuccessWithin(limit, acquired);
		return acquired.join();
	}

	private void awaitWaiters(String key, int count) {
		await().until(() -> this.client.lock(key).inspect().waiters() == count);
	}

	private boolean isFree(String key) {
		return !this.client.lock(key).inspect().held();
	}

	@Test
	void aHolderThatIsKilledBlocksNoneOfItsKeysLongerThanItsLease() {
		try (ChildJvm holder = child("hold")) {
			long token = Long.parseLong(holder.await("HELD"));
			assertThat(this.keys).noneMatch(this::isFree);
			List<CompletableFuture<LockHandle>> waiting = this.keys.stream()
				.map((key) -> this.client.lock(key).acquireAsync().toCompletableFuture())
				.toList();
			await().until(() -> this.client.waiting().size() == this.keys.size());
			holder.kill();
			waiting.forEach((each) -> StallProofTime.awaitSuccessWithin(LEASE.plus(RECHECK), each));
			assertThat(waiting.get(0).join().fencingToken()).isGreaterThan(token);
			waiting.forEach((each) -> each.join().close());
		}
	}

	@Test
	void aHolderThatIsKilledLeavesAllItsKeysToOneThatWantsThemTogether() {
		try (ChildJvm holder = child("hold")) {
			long token = Long.parseLong(holder.await("HELD"));
			try (ChildJvm next = child("hold")) {
				next.await("READY");
				awaitWaiters(this.keys.get(0), 1);
				holder.kill();
				assertThat(Long.parseLong(next.await("HELD"))).isGreaterThan(token);
				assertThat(this.keys).noneMatch(this::isFree);
			}
		}
		acquireWithin(this.keys, LEASE.plus(RECHECK)).close();
	}

	@Test
	void aWaiterThatIsKilledKeepsNoKeyBeforeTheOneThatItWaitedFor() {
		String busy = this.keys.get(2);
		LockHandle held = this.client.lock(busy).acquire();
		try (ChildJvm waiter = child("hold")) {
			awaitWaiting(waiter, busy);
			assertThat(this.keys.subList(0, 2)).noneMatch(this::isFree);
			assertThat(this.keys.subList(3, 5)).allMatch(this::isFree);
			waiter.kill();
			acquireWithin(this.keys.subList(0, 2), LEASE.plus(RECHECK)).close();
			held.close();
			acquireWithin(this.keys, RECHECK.multipliedBy(2)).close();
		}
	}

	/** It has those before, and those behind that it was granted are free again. */
	private void awaitWaiting(ChildJvm waiter, String busy) {
		waiter.await("READY");
		awaitWaiters(busy, 1);
		await().untilAsserted(() -> assertThat(this.keys.subList(3, 5)).allMatch(this::isFree));
	}

	@Test
	void aWaiterThatIsKilledIsSkippedByOthersBehindIt() {
		String busy = this.keys.get(0);
		LockHandle held = this.client.lock(busy).acquire();
		try (ChildJvm waiter = child("hold"); ChildJvm behind = child("hold")) {
			List.of(waiter, behind).forEach((each) -> each.await("READY"));
			awaitWaiters(busy, 2);
			waiter.kill();
			held.close();
			behind.await("HELD");
			assertThat(this.keys).noneMatch(this::isFree);
		}
		acquireWithin(this.keys, LEASE.plus(RECHECK)).close();
	}

	@Test
	void aWaiterThatIsKilledAsItIsGrantedTheKeyKeepsNoneOfThem() {
		String busy = this.keys.get(2);
		LockHandle held = this.client.lock(busy).acquire();
		try (ChildJvm waiter = child("hold")) {
			awaitWaiting(waiter, busy);
			waiter.pause();
			held.close();
			waiter.kill();
			acquireWithin(this.keys, LEASE.plus(RECHECK)).close();
		}
	}

	@Test
	void aWaiterThatStandsStillBeyondItsLeaseLearnsThatItLostWhatItHad() {
		String busy = this.keys.get(2);
		LockHandle held = this.client.lock(busy).acquire();
		try (ChildJvm waiter = child("hold")) {
			awaitWaiting(waiter, busy);
			waiter.pause();
			LockHandle taken = acquireWithin(this.keys.subList(0, 2), LEASE.plus(RECHECK));
			held.close();
			waiter.resume();
			taken.close();
			assertThat(waiter.await("LOST")).contains("'" + this.name);
		}
		acquireWithin(this.keys, LEASE.plus(RECHECK)).close();
	}

	@Test
	void jvmsThatAreKilledAtAnyMomentLeaveNoKeyBehind() {
		try (ChildJvm one = child("loop"); ChildJvm two = child("loop"); ChildJvm three = child("loop")) {
			List.of(one, two, three).forEach((each) -> each.await("HELD"));
			List.of(one, two).forEach(ChildJvm::kill);
			acquireWithin(this.keys, LEASE.plus(RECHECK.multipliedBy(2))).close();
			three.kill();
			acquireWithin(this.keys, LEASE.plus(RECHECK)).close();
			assertThat(this.keys).allMatch(this::isFree);
		}
	}

	@AfterEach
	void close() {
		await().untilAsserted(() -> assertThat(this.keys).allSatisfy((key) -> {
			assertThat(this.client.lock(key).inspect().held()).isFalse();
			assertThat(this.client.lock(key).inspect().waiters()).isZero();
		}));
		assertThat(this.client.held()).isEmpty();
		this.client.close();
	}

}
