package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockState;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.StoreClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for grants that the store pushes: when they are used at once, when they are
 * claimed first, and when they are nobody's.
 */
@ExtendWith(OutputCaptureExtension.class)
class PushedGrantTests {

	private static final Duration WINDOW = PuppetStore.CLAIM_WINDOW;

	private static final Duration ALMOST = WINDOW.minusMillis(300);

	private final PuppetStore store = new PuppetStore();

	private final DefaultLockClient client = Clients.stallProofClient(this.store, "one");

	private final CompletableFuture<LockHandle> waiting = acquire();

	@AfterEach
	void leavesNothingBehind() {
		this.store.release();
		if (!this.waiting.isCancelled()) {
			granted().close();
		}
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	private CompletableFuture<LockHandle> acquire() {
		return this.client.lock("order:42").acquireAsync().toCompletableFuture();
	}

	private Call queued() throws InterruptedException {
		Call acquisition = this.store.next(Operation.ACQUIRE);
		acquisition.answer(AcquisitionState.QUEUED);
		return acquisition;
	}

	private LockHandle granted() {
		assertThat(this.waiting).succeedsWithin(Duration.ofSeconds(20));
		return this.waiting.join();
	}

	private void assertIsClaimedFirst(Call queued) throws InterruptedException {
		Call claim = this.store.next(Operation.ACQUIRE);
		assertThat(claim.sequence()).isEqualTo(queued.sequence());
		assertThat(this.waiting).isNotDone();
		claim.answer(AcquisitionState.GRANTED);
		assertThat(granted().remaining()).isGreaterThan(Duration.ofSeconds(20));
	}

	@Test
	void aGrantIsUsedBeforeItsClaimIsAnswered() throws InterruptedException {
		Call queued = queued();
		this.store.push(this.store.grantFor(queued, 5));
		LockHandle handle = granted();
		assertThat(handle.fencingToken()).isEqualTo(5);
		assertThat(handle.isValid()).isTrue();
		assertThat(handle.remaining()).isLessThan(WINDOW);
		assertThat(handle.state()).isEqualTo(LockState.UNCERTAIN);
		Call claim = this.store.next(Operation.ACQUIRE);
		assertThat(claim.sequence()).isEqualTo(queued.sequence());
		claim.answer(AcquisitionState.GRANTED);
		await().until(handle::state, LockState.HELD::equals);
		assertThat(handle.remaining()).isGreaterThan(Duration.ofSeconds(20));
	}

	@Test
	void aGrantThatIsNeverConfirmedIsLostWithItsClaimWindow() throws InterruptedException {
		this.store.push(this.store.grantFor(queued(), 5));
		LockHandle handle = granted();
		CompletableFuture<Void> lost = new CompletableFuture<>();
		handle.onLost(() -> lost.complete(null));
		assertThat(lost).succeedsWithin(WINDOW.multipliedBy(4));
		assertThat(handle.state()).isEqualTo(LockState.LOST);
	}

	@Test
	void aClaimThatFailsIsRepeatedWithinTheClaimWindow() throws InterruptedException {
		this.store.push(this.store.grantFor(queued(), 5));
		LockHandle handle = granted();
		this.store.next(Operation.ACQUIRE).fail();
		this.store.next(Operation.RENEW).fail();
		this.store.next(Operation.RENEW).answer(AcquisitionState.GRANTED);
		await().until(handle::state, LockState.HELD::equals);
		assertThat(handle.remaining()).isGreaterThan(Duration.ofSeconds(20));
	}

	@Test
	void aClaimThatIsRefusedIsALoss() throws InterruptedException {
		this.store.push(this.store.grantFor(queued(), 5));
		LockHandle handle = granted();
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.LOST);
		await().until(handle::isLost);
		assertThat(handle.isValid()).isFalse();
	}

	@Test
	void aGrantOfAnotherServerIsClaimedFirst() throws InterruptedException {
		Call queued = queued();
		StoreClock other = this.store.clock("promoted");
		this.store.push(PuppetStore.grantFor(queued, 5, other));
		assertIsClaimedFirst(queued);
	}

	@Test
	void aGrantOfAServerThatDoesNotTellItsIdIsClaimedFirst() throws InterruptedException {
		Call queued = this.store.next(Operation.ACQUIRE);
		queued.answer(AcquisitionState.QUEUED, this.store.clock(""));
		StoreClock now = this.store.clock("");
		this.store.push(PuppetStore.grantFor(queued, 5, now));
		assertIsClaimedFirst(queued);
	}

	@Test
	void aGrantWithoutAProofIsClaimedFirst() throws InterruptedException {
		Call queued = queued();
		this.store.push(this.store.grantFor(queued, 5).unproven());
		assertIsClaimedFirst(queued);
	}

	@Test
	void aGrantWithTheProofOfAnotherSecretIsClaimedFirst() throws InterruptedException {
		Call queued = queued();
		this.store.push(this.store.grantFor(queued, 5).provenBy("0123456789abcdef"));
		assertIsClaimedFirst(queued);
	}

	/** Written once, it would shut out all later holders of a fenced row. */
	@Test
	void aGrantWithATokenFarAheadOfTheServerIsClaimedFirst() throws InterruptedException {
		Call queued = queued();
		this.store.push(this.store.grantFor(queued, this.store.clock().micros() + 61_000_000));
		assertIsClaimedFirst(queued);
	}

	@Test
	void aGrantWithATokenThatWasReservedIsUsedAtOnce() throws InterruptedException {
		Call queued = queued();
		this.store.push(this.store.grantFor(queued, this.store.clock().micros() + 10_000_000));
		assertThat(granted().state()).isEqualTo(LockState.UNCERTAIN);
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
	}

	/** Who heard it can't send it once more with another token. */
	@Test
	void aGrantThatWasChangedIsClaimedFirstAndReported(CapturedOutput output) throws InterruptedException {
		Call queued = queued();
		GrantNotification heard = this.store.grantFor(queued, 5);
		this.store.push(new GrantNotification(heard.key(), heard.sequence(), heard.token() + 1, heard.deadlineMillis(),
				heard.clock(), null, heard.proof()));
		assertIsClaimedFirst(queued);
		await().untilAsserted(() -> assertThat(output).containsOnlyOnce(
				"A message says that lock 'order:42' was granted, and was not sent by the store: somebody else sends grants"));
	}

	@Test
	void aGrantThatArrivesWhenItsWindowMayBeOverIsClaimedFirst() throws InterruptedException {
		Call queued = queued();
		StoreClock past = new StoreClock(this.store.clock().micros() - ALMOST.toNanos() / 1000, PuppetStore.SERVER);
		this.store.push(PuppetStore.grantFor(queued, 5, past));
		assertIsClaimedFirst(queued);
	}

	@Test
	void aGrantOfAnotherAcquisitionIsNobodys() throws InterruptedException {
		Call queued = queued();
		StoreClock now = this.store.clock();
		GrantNotification ours = PuppetStore.grantFor(queued, 5, now);
		this.store.push(new GrantNotification(ours.key(), ours.sequence() - 1, 5, ours.deadlineMillis(), now, null,
				ours.proof()));
		assertThat(this.store.isCalled()).isFalse();
		assertThat(this.waiting).isNotDone();
		this.store.push(this.store.grantFor(queued, 6));
		assertThat(granted().fencingToken()).isEqualTo(6);
	}

	@Test
	void aGrantThatArrivesTwiceIsUsedOnce() throws InterruptedException {
		Call queued = queued();
		GrantNotification grant = this.store.grantFor(queued, 5);
		this.store.push(grant);
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		CompletableFuture<LockHandle> second = acquire();
		this.store.push(grant);
		assertThat(this.store.isCalled()).isFalse();
		assertThat(granted().isValid()).isTrue();
		assertThat(second).isNotDone();
		assertThat(second.cancel(false)).isTrue();
	}

	@Test
	void whenTheHeadGivesUpTheNextThreadTakesItsPlaceAndItsGrant() throws InterruptedException {
		CompletableFuture<LockHandle> givesUp = this.waiting;
		Call queued = queued();
		CompletableFuture<LockHandle> next = acquire();
		assertThat(givesUp.cancel(false)).isTrue();
		this.store.push(this.store.grantFor(queued, 5));
		assertThat(next).succeedsWithin(Duration.ofSeconds(20));
		assertThat(this.store.next(Operation.ACQUIRE).sequence()).isEqualTo(queued.sequence());
		this.store.release();
		next.join().close();
	}

}
