package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.lockstarter.AdaptiveLease;
import io.github.lockstarter.AdaptiveLease.Statistic;
import io.github.lockstarter.BackOff;
import io.github.lockstarter.LeaseMode;
import io.github.lockstarter.LockAdmin.HeldLock;
import io.github.lockstarter.LockAdmin.WaitingCall;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo.Holder;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockLostEvent;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.store.tck.NeedsFeature;
import io.github.lockstarter.testing.StallProofTime;
import io.github.lockstarter.testing.Undisturbed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * Tests that fair locks, and several that are held together, have the features of a
 * single one.
 */
@EachStore
class FairAndSeveralKeysIntegrationTests extends TwoClients {

	private static final Duration LONG = Duration.ofSeconds(60);

	/** A client that never waits learns at a renewal that it has lost a lock. */
	private static final Duration SOON_RENEWED = Duration.ofSeconds(6);

	private final String other = anotherKey();

	private final Function<DefaultLockClient, LockSpec> fair = (client) -> client.lock(this.key).fair().waitTime(LONG);

	private final Function<DefaultLockClient, LockSpec> several = (client) -> client.lock(List.of(this.other, this.key))
		.waitTime(LONG);

	private final Function<DefaultLockClient, LockSpec> fairAndSeveral = (client) -> this.several.apply(client).fair();

	/** Without a queue there is no fair lock. */
	private final List<Function<DefaultLockClient, LockSpec>> all = lacks(StoreFeature.QUEUE) ? List.of(this.several)
			: List.of(this.fair, this.several, this.fairAndSeveral);

	FairAndSeveralKeysIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	private boolean isFree(DefaultLockClient client, String key) {
		return client.lock(key).tryAcquire().map((granted) -> {
			granted.close();
			return true;
		}).orElse(false);
	}

	private static LockHandle awaitGranted(CompletableFuture<LockHandle> waiting) {
		assertThat(waiting).succeedsWithin(AMPLY);
		return waiting.join();
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void leasesAreRenewed() {
		Duration lease = Duration.ofSeconds(8);
		String third = anotherKey();
		List<LockHandle> held = List.of(this.several.apply(this.one).leaseTime(lease).acquire().detach(),
				this.one.lock(third).fair().leaseTime(lease).acquire().detach());
		StallProofTime.pass(lease.plusSeconds(1));
		assertThat(held).allMatch(LockHandle::isValid);
		assertThat(List.of(this.key, this.other, third)).noneMatch((each) -> isFree(this.two, each));
		held.forEach(LockHandle::close);
	}

	@Test
	void aLeaseThatIsExtendedIsLongerForEachKey() {
		for (Function<DefaultLockClient, LockSpec> kind : this.all) {
			LockHandle held = kind.apply(this.one).acquire();
			held.extend(LONG.multipliedBy(10));
			assertThat(held.keys()).allSatisfy((each) -> {
				Holder holder = this.two.lock(each).inspect().holder();
				assertThat(holder).isNotNull();
				assertThat(holder.remaining()).isGreaterThan(LONG.multipliedBy(5));
			});
			held.close();
		}
	}

	@Test
	void adaptiveLeasesFollowTheHoldTimes() {
		AdaptiveLease adaptive = new AdaptiveLease(Duration.ofSeconds(10), LONG, Statistic.P95, 10);
		int number = 0;
		for (Function<DefaultLockClient, LockSpec> kind : this.all) {
			String name = "adaptive-" + ++number;
			for (int i = 0; i < 10; i++) {
				adaptive(kind, name, adaptive).acquire().close();
			}
			try (LockHandle held = adaptive(kind, name, adaptive).acquire()) {
				assertThat(held.isValid()).isTrue();
				assertThat(this.one.held()).hasSize(held.keys().size())
					.extracting(HeldLock::lease)
					.allSatisfy((lease) -> assertThat(lease).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(29)));
			}
		}
	}

	private LockSpec adaptive(Function<DefaultLockClient, LockSpec> kind, String name, AdaptiveLease adaptive) {
		return kind.apply(this.one)
			.name(name)
			.options(LockOptions.of(LockOption.LEASE_MODE, LeaseMode.ADAPTIVE)
				.with(LockOption.ADAPTIVE_LEASE, adaptive));
	}

	@Test
	void eachKeyIsKeptForAsLongAsItIsHeldAtLeast() throws Exception {
		for (Function<DefaultLockClient, LockSpec> kind : this.all) {
			Undisturbed.attempt(() -> {
				LockHandle held = kind.apply(this.one).minHold(Duration.ofSeconds(1)).acquire();
				held.close();
				boolean taken = held.keys()
					.stream()
					.anyMatch((each) -> isFree(this.two, each) || isFree(this.one, each));
				kind.apply(this.two).acquire().close();
				assertThat(taken).isFalse();
			});
		}
	}

	@Test
	void whatWasHeldTooLongIsLostAndGoesToOthers() {
		for (Function<DefaultLockClient, LockSpec> kind : this.all) {
			LockHandle limited = kind.apply(this.one).maxHold(BRIEFLY).acquire().detach();
			kind.apply(this.two).acquire().close();
			await().until(limited::isLost);
			limited.close();
		}
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void aFairLockPassesToTheThreadThatCameFirstWhicheverItsClient() {
		List<String> order = new CopyOnWriteArrayList<>();
		LockHandle held = this.fair.apply(this.one).acquire().detach();
		List<CompletableFuture<?>> calls = new ArrayList<>();
		calls.add(turn("first", this.two, order));
		awaitWaiters(1);
		StallProofTime.pass(BRIEFLY);
		calls.add(turn("second", this.one, order));
		await().until(() -> this.one.waiting().size() == 1);
		StallProofTime.pass(BRIEFLY);
		calls.add(turn("third", this.one, order));
		await().until(() -> this.one.waiting().size() == 2);
		held.close();
		calls.forEach((call) -> assertThat(call).succeedsWithin(AMPLY));
		assertThat(order).containsExactly("first", "second", "third");
	}

	private CompletableFuture<?> turn(String name, DefaultLockClient client, List<String> order) {
		return onAnotherThread(() -> {
			this.fair.apply(client).run(() -> order.add(name));
			return null;
		});
	}

	@Test
	void threadsOfOneClientThatWantSeveralKeysAllGetThem() {
		LockHandle held = this.several.apply(this.one).acquire().detach();
		List<CompletableFuture<LockHandle>> waiting = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			waiting.add(onAnotherThread(() -> this.several.apply(this.one).acquire().detach()));
		}
		await().until(() -> this.one.waiting().size() == 3);
		held.close();
		long token = held.fencingToken(this.key);
		for (int i = 0; i < 3; i++) {
			CompletableFuture<Object> any = CompletableFuture.anyOf(waiting.toArray(CompletableFuture[]::new));
			assertThat(any).succeedsWithin(AMPLY);
			LockHandle next = (LockHandle) any.join();
			assertThat(next.fencingToken(this.key)).isGreaterThan(token);
			token = next.fencingToken(this.key);
			waiting.removeIf((each) -> each.isDone() && each.join() == next);
			next.close();
		}
	}

	@Test
	void aLossFailsOrInterruptsTheBodyAsItsPolicySays() {
		for (Function<DefaultLockClient, LockSpec> kind : this.all) {
			Supplier<LockSpec> brief = () -> kind.apply(this.one).leaseTime(BRIEFLY).autoRenew(false);
			assertThatExceptionOfType(LockLostException.class).isThrownBy(
					() -> brief.get().onLoss(LossPolicy.FAIL).run(() -> await().until(LockContext.current()::isLost)));
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> brief.get().onLoss(LossPolicy.INTERRUPT).run(() -> new CompletableFuture<>().get()))
				.withCauseInstanceOf(InterruptedException.class);
			assertThat(brief.get().<String, RuntimeException>call(() -> {
				await().until(LockContext.current()::isLost);
				return "done";
			})).isEqualTo("done");
		}
	}

	@Test
	void aForcedReleaseOfOneKeyLosesAllAndTellsOnce() {
		for (Function<DefaultLockClient, LockSpec> kind : this.all) {
			this.events.clear();
			List<String> told = new CopyOnWriteArrayList<>();
			LockHandle held = kind.apply(this.one).leaseTime(SOON_RENEWED).acquire().detach();
			held.onLost(() -> told.add("lost"));
			assertThat(this.two.forceRelease(this.key)).isTrue();
			await().until(held::isLost);
			await().untilAsserted(() -> assertThat(told).hasSize(1));
			await().untilAsserted(() -> assertThat(this.events).extracting(LockLostEvent::key)
				.contains(this.key)
				.doesNotHaveDuplicates());
			held.close();
			assertThat(told).hasSize(1);
			kind.apply(this.two).acquire().close();
		}
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void aShutdownWaitsForAllAndRefusesOthers() {
		String third = anotherKey();
		LockHandle several = this.several.apply(this.one).acquire().detach();
		LockHandle fair = this.one.lock(third).fair().acquire().detach();
		CompletableFuture<Void> stopped = onAnotherThread(() -> {
			this.one.stop(LONG);
			return null;
		});
		await().until(() -> this.all.stream().allMatch((kind) -> isShutDownFor(kind.apply(this.one))));
		for (LockHandle held : List.of(several, fair)) {
			assertThat(stopped).isNotDone();
			assertThat(held.isValid()).isTrue();
			held.close();
		}
		assertThat(stopped).succeedsWithin(AMPLY);
	}

	private static boolean isShutDownFor(LockSpec spec) {
		try {
			spec.tryAcquire().ifPresent(LockHandle::close);
			return false;
		}
		catch (LockUnavailableException ex) {
			return String.valueOf(ex.getMessage()).contains("shutting down");
		}
	}

	@Test
	void eachKeyHasATokenThatGrows() {
		for (Function<DefaultLockClient, LockSpec> kind : this.all) {
			LockHandle first = kind.apply(this.one).acquire();
			first.close();
			LockHandle second = kind.apply(this.two).acquire();
			assertThat(first.keys()).isEqualTo(second.keys())
				.allSatisfy((each) -> assertThat(second.fencingToken(each)).isGreaterThan(first.fencingToken(each)));
			second.close();
		}
	}

	@Test
	void eachKeyIsListedWithItsHolderAndItsWaiter() {
		for (Function<DefaultLockClient, LockSpec> kind : this.all) {
			LockHandle held = kind.apply(this.one).name("listed").acquire().detach();
			CompletableFuture<LockHandle> waiting = onAnotherThread(
					() -> kind.apply(this.two).name("listed").acquire().detach());
			await().until(() -> this.two.waiting().size() == 1);
			assertThat(this.one.held()).extracting(HeldLock::name, HeldLock::key, HeldLock::kind)
				.containsExactlyInAnyOrderElementsOf(
						held.keys().stream().map((each) -> tuple("listed", each, LockKind.MUTEX)).toList());
			assertThat(this.two.waiting()).extracting(WaitingCall::name, WaitingCall::kind)
				.containsExactly(tuple("listed", LockKind.MUTEX));
			assertThat(held.keys()).allSatisfy((each) -> assertThat(this.two.lock(each).inspect().holders())
				.extracting(Holder::application, Holder::kind, Holder::fencingToken)
				.containsExactly(tuple("shop", LockKind.MUTEX, held.fencingToken(each))));
			held.close();
			awaitGranted(waiting).close();
		}
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void noMoreWaitForAKeyThanMayWait() {
		for (Function<DefaultLockClient, LockSpec> kind : this.all) {
			LockHandle held = onAnotherThread(() -> kind.apply(this.two).acquire().detach()).join();
			String first = held.keys().get(0);
			CompletableFuture<LockHandle> waiting = onAnotherThread(
					() -> kind.apply(this.one).maxWaiters(1).acquire().detach());
			await().until(() -> this.one.lock(first).inspect().waiters() == 1);
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> kind.apply(this.one).maxWaiters(1).acquire())
				.withMessageContaining("as its 'max-waiters' allows (1)");
			held.close();
			awaitGranted(waiting).close();
		}
	}

	@Test
	void whoBacksOffIsServedWhenAllIsFreeAndGivesUpAfterItsAttempts() {
		BackOff quick = new BackOff(Duration.ofMillis(10), Duration.ofMillis(20), 2, 0.5, Integer.MAX_VALUE);
		BackOff twice = new BackOff(Duration.ofMillis(10), Duration.ofMillis(10), 1, 0, 2);
		LockHandle held = heldElsewhere(this.two);
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.several.apply(this.one).backOff(twice).acquire())
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(LockOutcome.EXHAUSTED));
		await().until(() -> isFree(this.two, this.other));
		CompletableFuture<LockHandle> waiting = onAnotherThread(
				() -> this.several.apply(this.one).backOff(quick).acquire().detach());
		await().until(() -> this.one.waiting().size() == 1);
		held.close();
		awaitGranted(waiting).close();
	}

	@Test
	void whoDoesNotWaitIsRefusedAtOnceAndHoldsNothing() {
		LockHandle held = heldElsewhere(this.two);
		for (Function<DefaultLockClient, LockSpec> kind : this.all) {
			assertThat(kind.apply(this.one).waitTime(Duration.ZERO).tryAcquire()).isEmpty();
			await().until(() -> isFree(this.two, this.other));
		}
		held.close();
	}

	@Test
	void asALockOfTheJdkTheyExcludeOnAllClients() throws InterruptedException {
		for (Function<DefaultLockClient, LockSpec> kind : this.all) {
			Lock here = kind.apply(this.one).asLock();
			Lock there = kind.apply(this.two).asLock();
			here.lock();
			assertThat(here.tryLock(1, TimeUnit.MINUTES)).as("entered again").isTrue();
			assertThat(onAnotherThread(() -> there.tryLock()).join()).isFalse();
			here.unlock();
			assertThat(onAnotherThread(() -> there.tryLock()).join()).isFalse();
			here.unlock();
			assertThat(there.tryLock(1, TimeUnit.MINUTES)).isTrue();
			there.unlock();
		}
	}

}
