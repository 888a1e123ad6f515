package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LockState;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for when a lock passes on inside this JVM, when it is given back to the store
 * instead, and what becomes of those who wait when the JVM lease is lost.
 */
class JvmLeaseTests {

	private static final Duration LEASE = Duration.ofSeconds(7);

	/** It is renewed after a third. */
	private static final Duration NEARLY_A_LEASE = LEASE.dividedBy(4).multipliedBy(3);

	private static final LockOptions RENEWED = LockOptions.NONE.with(LockOption.LEASE_TIME, LEASE);

	private final PuppetStore store = new PuppetStore();

	private final DefaultLockClient client = new DefaultLockClient(LockStores.of(this.store),
			new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("shop", "one"),
			new LockClientOptions(null, new LocalHandover(LocalHandover.DEFAULT.maxPasses(), Duration.ofMinutes(1))),
			new DefaultLockClient.Observers(LockEventListener.NONE, LockInstrumentation.NONE),
			new StallProofPlatform());

	@AfterEach
	void leavesNothingBehind() {
		this.store.release();
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	private CompletableFuture<LockHandle> acquire(LockOptions options) {
		return this.client.lock("order:42").options(options).acquireAsync().toCompletableFuture();
	}

	private LockHandle first(LockOptions options) throws InterruptedException {
		CompletableFuture<LockHandle> first = acquire(options);
		Call call = this.store.next(Operation.ACQUIRE);
		assertThat(call.passes()).isEqualTo(LocalHandover.DEFAULT.maxPasses());
		call.answer(AcquisitionState.GRANTED, options.get(LockOption.LEASE_TIME));
		return first.join();
	}

	private Call claimOfPushedGrant() throws InterruptedException {
		Call queued = this.store.next(Operation.ACQUIRE);
		queued.answer(AcquisitionState.QUEUED);
		this.store.push(this.store.grantFor(queued, 5));
		return this.store.next(Operation.ACQUIRE);
	}

	private static LockHandle granted(CompletableFuture<LockHandle> waiting) {
		assertThat(waiting).succeedsWithin(Duration.ofSeconds(20));
		return waiting.join();
	}

	private void assertGivenBack(LockHandle holder, CompletableFuture<LockHandle> next) throws InterruptedException {
		closeLater(holder);
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		granted(next);
		closeLater(next.join());
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
	}

	/** Closing waits for the store's answer. */
	private static void closeLater(LockHandle holder) {
		CompletableFuture.runAsync(holder::close);
	}

	@Test
	void passesOnWithoutTheStoreAndTellsItInTheEndHowOften() throws InterruptedException {
		LockHandle first = first(RENEWED);
		List<CompletableFuture<LockHandle>> waiting = List.of(acquire(RENEWED), acquire(RENEWED));
		first.close();
		LockHandle second = granted(waiting.get(0));
		second.close();
		LockHandle third = granted(waiting.get(1));
		assertThat(second.fencingToken()).isEqualTo(first.fencingToken() + 1);
		assertThat(third.fencingToken()).isEqualTo(first.fencingToken() + 2);
		assertThat(this.store.isCalled()).isFalse();
		closeLater(third);
		Call release = this.store.next(Operation.RELEASE);
		assertThat(release.passes()).isEqualTo(2);
		release.answer(AcquisitionState.RELEASED);
	}

	@Test
	void isGivenBackWhileItsRenewalIsUncertain() throws InterruptedException {
		LockHandle first = first(RENEWED);
		CompletableFuture<LockHandle> next = acquire(RENEWED);
		this.store.failRenewals();
		await().until(first::state, LockState.UNCERTAIN::equals);
		assertGivenBack(first, next);
	}

	@Test
	void isGivenBackWhenItEndsByItsMaximumHoldTime() throws InterruptedException {
		Duration maxHold = Duration.ofSeconds(10);
		LockOptions limited = LockOptions.NONE.with(LockOption.LEASE_TIME, maxHold).with(LockOption.MAX_HOLD, maxHold);
		LockHandle first = first(limited);
		CompletableFuture<LockHandle> next = acquire(limited);
		await().until(() -> first.remaining().compareTo(Duration.ofSeconds(9)) < 0);
		assertGivenBack(first, next);
	}

	@Test
	void isGivenBackForAWaiterWithAnotherLease() throws InterruptedException {
		LockHandle first = first(RENEWED);
		CompletableFuture<LockHandle> next = acquire(
				LockOptions.NONE.with(LockOption.LEASE_TIME, LEASE.multipliedBy(2)));
		assertGivenBack(first, next);
	}

	@Test
	void isGivenBackForAWaiterWhoseLeaseIsNotRenewed() throws InterruptedException {
		LockHandle first = first(RENEWED);
		CompletableFuture<LockHandle> next = acquire(RENEWED.with(LockOption.AUTO_RENEW, false));
		assertGivenBack(first, next);
	}

	@Test
	void isGivenBackWhenTheHolderLengthenedItsLease() throws InterruptedException {
		LockHandle first = first(RENEWED);
		CompletableFuture<LockHandle> next = acquire(RENEWED);
		CompletableFuture<Void> extended = first.extendAsync(LEASE.multipliedBy(10)).toCompletableFuture();
		this.store.next(Operation.RENEW).answer(AcquisitionState.GRANTED, LEASE.multipliedBy(10));
		extended.join();
		assertGivenBack(first, next);
	}

	@Test
	void theAnswerToARenewalCountsForWhoeverHoldsTheLockThen() throws InterruptedException {
		LockHandle first = first(RENEWED);
		CompletableFuture<LockHandle> next = acquire(RENEWED);
		Call renewal = this.store.next(Operation.RENEW);
		first.close();
		LockHandle second = granted(next);
		Duration before = second.remaining();
		renewal.answer(AcquisitionState.GRANTED, LEASE);
		await().until(() -> second.remaining().compareTo(before) > 0);
		closeLater(second);
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
	}

	@Test
	void aLossFailsTheHolderThenAndLetsTheOthersAskAnew() throws InterruptedException {
		LockHandle first = first(RENEWED);
		CompletableFuture<LockHandle> next = acquire(RENEWED);
		CompletableFuture<LockHandle> last = acquire(RENEWED);
		Call renewal = this.store.next(Operation.RENEW);
		first.close();
		LockHandle second = granted(next);
		renewal.answer(AcquisitionState.LOST);
		await().until(second::isLost);
		assertThat(first.isLost()).isFalse();
		Call anew = this.store.next(Operation.ACQUIRE);
		assertThat(anew.sequence()).isGreaterThan(renewal.sequence());
		anew.answer(AcquisitionState.GRANTED);
		this.store.release();
		granted(last).close();
		second.close();
	}

	@Test
	void aLossThatIsToldAfterTheHolderHasLeftIsNotPassedOn() throws InterruptedException {
		LockHandle first = first(RENEWED);
		CompletableFuture<LockHandle> next = acquire(RENEWED);
		this.store.next(Operation.RENEW).answer(AcquisitionState.LOST);
		await().until(first::isLost);
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		LockHandle second = granted(next);
		this.store.release();
		first.close();
		assertThat(second.isValid()).isTrue();
		second.close();
	}

	@Test
	void whatAFailedRequeueHasNotDoneIsRepeated() throws InterruptedException {
		LockHandle first = first(RENEWED);
		CompletableFuture<LockHandle> next = acquire(RENEWED.with(LockOption.AUTO_RENEW, false));
		closeLater(first);
		Call release = this.store.next(Operation.RELEASE);
		release.fail();
		Call acquisition = this.store.next(Operation.ACQUIRE);
		assertThat(acquisition.sequence()).isGreaterThan(release.sequence());
		acquisition.answer(AcquisitionState.QUEUED, Duration.ofSeconds(10));
		Call repeated = this.store.next(Operation.RELEASE);
		assertThat(repeated.sequence()).isEqualTo(release.sequence());
		repeated.answer(AcquisitionState.RELEASED);
		this.store.push(this.store.grantFor(acquisition, 9));
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		closeLater(granted(next));
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
	}

	@Test
	void passesOnWhileItIsBeingClaimed() throws InterruptedException {
		CompletableFuture<LockHandle> first = acquire(RENEWED);
		CompletableFuture<LockHandle> next = acquire(RENEWED);
		Call claim = claimOfPushedGrant();
		granted(first).close();
		LockHandle second = granted(next);
		assertThat(second.fencingToken()).isEqualTo(6);
		assertThat(second.remaining()).isLessThan(NEARLY_A_LEASE);
		claim.answer(AcquisitionState.GRANTED);
		await().until(() -> second.remaining().compareTo(NEARLY_A_LEASE) > 0);
		closeLater(second);
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
	}

	@Test
	void aClaimThatIsRefusedIsTheLossOfWhoeverHoldsTheLockThen() throws InterruptedException {
		CompletableFuture<LockHandle> first = acquire(RENEWED);
		CompletableFuture<LockHandle> next = acquire(RENEWED);
		Call claim = claimOfPushedGrant();
		granted(first).close();
		LockHandle second = granted(next);
		claim.answer(AcquisitionState.LOST);
		await().until(second::isLost);
		this.store.release();
		second.close();
	}

}
