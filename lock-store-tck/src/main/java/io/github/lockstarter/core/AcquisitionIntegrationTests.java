package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockKeyException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.store.tck.NeedsFeature;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.testing.Undisturbed;
import org.junit.jupiter.api.Test;

import static io.github.lockstarter.core.Exclusion.assertExcluded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for acquiring, waiting and releasing.
 */
@EachStore
class AcquisitionIntegrationTests extends TwoClients {

	AcquisitionIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	@Test
	void aLockIsHeldUntilItsHandleIsClosed() {
		LockHandle held = acquire(this.one);
		assertThat(held.isValid()).isTrue();
		assertExcluded(held, this.two.lock(this.key)::tryAcquire);
		held.close();
		assertThat(held.isValid()).isFalse();
		assertThat(held.isLost()).isFalse();
		Optional<LockHandle> next = this.two.lock(this.key).tryAcquire();
		assertThat(next).isPresent();
		next.get().close();
	}

	@Test
	void aWaiterInAnotherJvmIsGrantedWhenTheHolderReleases() {
		LockHandle held = acquire(this.one);
		CompletableFuture<LockHandle> waiting = onAnotherThread(() -> acquire(this.two));
		awaitWaiters(1);
		held.close();
		assertThat(waiting).succeedsWithin(Duration.ofSeconds(20));
		assertThat(waiting.join().fencingToken()).isGreaterThan(held.fencingToken());
		waiting.join().close();
	}

	@Test
	void aWaiterInTheSameJvmIsGrantedWhenTheHolderReleases() {
		LockHandle held = acquire(this.one);
		CompletableFuture<LockHandle> waiting = onAnotherThread(() -> acquire(this.one));
		await().until(() -> waitingCalls(this.one, this.key) == 1);
		held.close();
		assertThat(waiting).succeedsWithin(Duration.ofSeconds(20));
		waiting.join().close();
	}

	@Test
	void waitersOfOneJvmAreServedInTheirOrder() {
		LockHandle held = acquire(this.one);
		List<Integer> served = Collections.synchronizedList(new ArrayList<>());
		List<CompletableFuture<Integer>> all = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			int number = i;
			all.add(onAnotherThread(() -> this.one.lock(this.key).waitTime(AMPLY).call(() -> {
				served.add(number);
				return number;
			})));
			await().until(() -> waitingCalls(this.one, this.key) == number + 1);
		}
		held.close();
		all.forEach(CompletableFuture::join);
		assertThat(served).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void twoJvmsTakeTurns() {
		LockHandle held = acquire(this.one);
		List<String> served = Collections.synchronizedList(new ArrayList<>());
		List<CompletableFuture<Void>> all = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			DefaultLockClient mine = (i < 3) ? this.one : this.two;
			DefaultLockClient other = (i < 3) ? this.two : this.one;
			all.add(onAnotherThread(() -> {
				mine.lock(this.key).waitTime(AMPLY).run(() -> {
					served.add((mine == this.one) ? "one" : "two");
					await().pollDelay(BRIEFLY)
						.until(() -> waitingCalls(other, this.key) == 0
								|| mine.lock(this.key).inspect().waiters() == 1);
				});
				return null;
			}));
		}
		await().until(() -> waitingCalls(this.one, this.key) == 3 && waitingCalls(this.two, this.key) == 3);
		awaitWaiters(1);
		held.close();
		all.forEach(CompletableFuture::join);
		assertThat(served).containsExactly("two", "one", "two", "one", "two", "one");
	}

	@Test
	void aWaitEndsAtItsDeadlineAndSaysWhatItWaitedFor() throws Exception {
		LockHandle held = heldElsewhere(this.one);
		Undisturbed.attempt(() -> assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.two.lock(this.key).waitTime(BRIEFLY).leaseTime(Duration.ofSeconds(7)).acquire())
			.satisfies((ex) -> {
				assertThat(ex.getLock()).isEqualTo(this.key);
				assertThat(ex.getWaited()).isBetween(BRIEFLY, BRIEFLY.plusSeconds(1));
				assertThat(ex.getLease()).isEqualTo(Duration.ofSeconds(7));
			}));
		Undisturbed.attempt(() -> assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.one.lock(this.key).waitTime(BRIEFLY).acquire())
			.satisfies((ex) -> assertThat(ex.getWaited()).isBetween(BRIEFLY, BRIEFLY.plusSeconds(1))));
		held.close();
	}

	@Test
	void whenTheHeadGivesUpTheNextOfItsJvmTakesItsPlaceOver() {
		LockHandle held = acquire(this.one);
		CompletableFuture<Optional<LockHandle>> head = onAnotherThread(
				() -> this.two.lock(this.key).tryAcquire(Duration.ofMillis(400)));
		await().until(() -> head.isDone() || this.one.lock(this.key).inspect().waiters() == 1);
		CompletableFuture<LockHandle> next = onAnotherThread(() -> acquire(this.two));
		await().until(() -> head.isDone() || waitingCalls(this.two, this.key) == 2);
		assertThat(head.join()).isEmpty();
		awaitWaiters(1);
		held.close();
		assertThat(next).succeedsWithin(Duration.ofSeconds(20));
		next.join().close();
	}

	@Test
	void anInterruptWhileWaitingIsItsOwnExceptionAndKeepsTheFlag() {
		LockHandle held = acquire(this.one);
		for (DefaultLockClient client : List.of(this.one, this.two)) {
			CompletableFuture<Thread> started = new CompletableFuture<>();
			CompletableFuture<Boolean> flag = onAnotherThread(() -> {
				started.complete(Thread.currentThread());
				assertThatExceptionOfType(LockInterruptedException.class).isThrownBy(() -> acquire(client))
					.satisfies((ex) -> assertThat(ex.getLock()).isEqualTo(this.key));
				return Thread.interrupted();
			});
			await().until(() -> waitingCalls(client, this.key) == 1);
			started.join().interrupt();
			assertThat(flag.join()).isTrue();
		}
		held.close();
	}

	@Test
	void anInterruptedThreadStillReleases() {
		LockHandle held = acquire(this.one);
		Thread.currentThread().interrupt();
		held.close();
		assertThat(Thread.interrupted()).isTrue();
		this.two.lock(this.key).tryAcquire().orElseThrow().close();
	}

	@Test
	void theHolderCanBeInspected() {
		LockHandle held = acquire(this.one);
		LockInfo info = this.two.lock(this.key).inspect();
		assertThat(info.key()).isEqualTo(this.key);
		assertThat(info.holder()).isNotNull();
		assertThat(info.holder().application()).isEqualTo("shop");
		assertThat(info.holder().instance()).isEqualTo("one");
		assertThat(info.holder().thread()).isEqualTo(Thread.currentThread().getName());
		assertThat(info.holder().fencingToken()).isEqualTo(held.fencingToken());
		assertThat(info.holder().remaining()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(30));
		held.close();
		assertThat(this.two.lock(this.key).inspect()).isEqualTo(new LockInfo(this.key, List.of(), 0));
	}

	@Test
	void badInputIsRefusedInWords() {
		assertThatExceptionOfType(LockKeyException.class).isThrownBy(() -> this.one.lock(" "))
			.withMessageContaining("blank");
		assertThatExceptionOfType(LockKeyException.class).isThrownBy(() -> this.one.lock("x".repeat(2000)))
			.withMessageContaining("longer than");
		assertThatExceptionOfType(LockKeyException.class).isThrownBy(() -> this.one.lock(List.of()))
			.withMessageContaining("at least one");
		assertThatIllegalArgumentException().isThrownBy(() -> this.one.lock(this.key).leaseTime(Duration.ofMillis(5)))
			.withMessageContaining("'leaseTime'");
		assertThatIllegalArgumentException().isThrownBy(() -> this.one.lock(this.key).waitTime(Duration.ofMillis(-5)))
			.withMessageContaining("'waitTime'");
	}

}
