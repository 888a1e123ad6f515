package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.StoreTimes;
import io.github.lockstarter.testing.StallProofTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for callers that are served in the order in which all have come, those of other
 * clients included.
 */
class FairWaitingTests {

	private static final Duration AMPLY = Duration.ofSeconds(20);

	private final PuppetStore store = new PuppetStore();

	private final DefaultLockClient client = Clients.client(this.store,
			new LockClientOptions(null, new LocalHandover(64, Duration.ofMinutes(1))), LockEventListener.NONE,
			LockInstrumentation.NONE, new StallProofPlatform());

	@AfterEach
	void leavesNothingBehind() {
		LockEngine engine = this.client.engine();
		this.store.release();
		this.client.close();
		await().until(engine::isIdle);
	}

	private LockSpec lock() {
		return this.client.lock("till").waitTime(Duration.ofMinutes(1));
	}

	private CompletableFuture<LockHandle> acquire() {
		return lock().fair().acquireAsync().toCompletableFuture();
	}

	private Call asked() throws InterruptedException {
		return this.store.next(Operation.ACQUIRE);
	}

	private static LockHandle granted(CompletableFuture<LockHandle> waiting) {
		assertThat(waiting).succeedsWithin(AMPLY);
		return waiting.join();
	}

	/** It releases the lock, and asks anew. */
	private Call closeAndAskAgain(LockHandle held) throws InterruptedException {
		CompletableFuture.runAsync(held::close);
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
		return asked();
	}

	/** What the server's clock shows is known to within the time that an answer took. */
	private static void awaitAsLongAgain(long startedAt) {
		long until = 2 * StallProofTime.nanoTime() - startedAt;
		await().until(() -> StallProofTime.nanoTime() - until > 0);
	}

	private void closeLast(LockHandle held) {
		this.store.release();
		held.close();
	}

	@Test
	void onlyAFairCallerTellsHowLongItHasWaited() throws InterruptedException {
		CompletableFuture<LockHandle> plain = lock().acquireAsync().toCompletableFuture();
		Call first = asked();
		assertThat(first.waited()).isNull();
		first.answer(AcquisitionState.GRANTED);
		CompletableFuture<LockHandle> fair = acquire();
		Call next = closeAndAskAgain(granted(plain));
		assertThat(next.waited()).isPositive();
		next.answer(AcquisitionState.GRANTED);
		closeLast(granted(fair));
	}

	@Test
	void theLockPassesToThoseThatCameBeforeAllOthers() throws InterruptedException {
		long startedAt = StallProofTime.nanoTime();
		CompletableFuture<LockHandle> first = acquire();
		CompletableFuture<LockHandle> second = acquire();
		Call asked = asked();
		asked.answer(AcquisitionState.QUEUED);
		CompletableFuture<LockHandle> third = acquire();
		awaitAsLongAgain(startedAt);
		this.store.push(grant(asked, Duration.ZERO));
		asked().answer(AcquisitionState.GRANTED);
		granted(first).close();
		granted(second).close();
		closeLast(granted(third));
	}

	@Test
	void theLockIsGivenBackBeforeThoseThatCameAfterOthers() throws InterruptedException {
		CompletableFuture<LockHandle> first = acquire();
		asked().grantWhileOthersWait(Duration.ZERO);
		LockHandle held = granted(first);
		CompletableFuture<LockHandle> late = acquire();
		closeAndAskAgain(held).answer(AcquisitionState.GRANTED);
		closeLast(granted(late));
	}

	@Test
	void theLockIsGivenBackIfOthersHaveWaitedForLonger() throws InterruptedException {
		assertThatItIsGivenBackTo(Duration.ofHours(1));
	}

	@Test
	void theLockIsGivenBackIfNothingIsKnownOfOthers() throws InterruptedException {
		assertThatItIsGivenBackTo(null);
	}

	private void assertThatItIsGivenBackTo(@Nullable Duration others) throws InterruptedException {
		CompletableFuture<LockHandle> first = acquire();
		CompletableFuture<LockHandle> second = acquire();
		asked().grantWhileOthersWait(others);
		closeAndAskAgain(granted(first)).answer(AcquisitionState.GRANTED);
		closeLast(granted(second));
	}

	@Test
	void theNextCallerAsksAtOnceWhenTheFirstGivesUp() throws InterruptedException {
		CompletableFuture<LockHandle> first = acquire();
		Call asked = asked();
		asked.answer(AcquisitionState.QUEUED);
		CompletableFuture<LockHandle> second = acquire();
		assertThat(second).isNotDone();
		first.cancel(false);
		Call again = asked();
		assertThat(again.sequence()).isEqualTo(asked.sequence());
		again.answer(AcquisitionState.GRANTED);
		closeLast(granted(second));
	}

	@Test
	void theNextCallerAsksAtOnceWhenTheAnswerEndsTheWaitOfTheFirst() throws InterruptedException {
		long startedAt = StallProofTime.nanoTime();
		CompletableFuture<LockHandle> first = lock().fair()
			.waitTime(Duration.ofMillis(50))
			.acquireAsync()
			.toCompletableFuture();
		Call asked = asked();
		CompletableFuture<LockHandle> second = acquire();
		await().until(() -> StallProofTime.nanoTime() - startedAt > Duration.ofMillis(80).toNanos());
		asked.answer(AcquisitionState.QUEUED);
		assertThat(first).failsWithin(AMPLY).withThrowableThat().isInstanceOf(ExecutionException.class);
		Call again = asked();
		assertThat(again.sequence()).isEqualTo(asked.sequence());
		assertThat(again.waited()).isLessThan(StoreTimes.RECHECK);
		again.answer(AcquisitionState.GRANTED);
		closeLast(granted(second));
	}

	@Test
	void aFairLockIsNeitherSharedNorPolledFor() {
		assertThatIllegalArgumentException().isThrownBy(() -> lock().fair().read().acquire())
			.withMessage("The option 'fair' (true) is at odds with the option 'kind' (READ)."
					+ " Only a lock that nobody shares can be fair: leave out one of the two.");
		assertThatIllegalArgumentException().isThrownBy(() -> lock().fair().backOff(BackOff.DEFAULT).acquire())
			.withMessage("The option 'fair' (true) is at odds with the option 'waitStrategy' (BACK_OFF)."
					+ " Callers that back off have no place in a queue: leave out one of the two.");
	}

	private GrantNotification grant(Call asked, Duration othersWaited) {
		return PuppetStore.grantFor(asked, 7, this.store.clock(), PuppetStore.CLAIM_WINDOW, othersWaited);
	}

}
