package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.core.platform.SteppedPlatform;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for calls that wait for less time than an answer of the store may take.
 */
class ShortWaitTests {

	private static final Duration SHORT = Duration.ofMillis(5);

	private final PuppetStore store = new PuppetStore();

	private final SteppedPlatform platform = new SteppedPlatform();

	private final DefaultLockClient client = Clients.client(this.store, this.platform);

	@AfterEach
	void leavesNothingBehind() {
		this.store.release();
		inTimeUntil(this.client.engine()::isIdle);
		this.client.close();
	}

	private CompletableFuture<Optional<LockHandle>> tryAcquire(Duration waitTime) {
		return CompletableFuture.supplyAsync(() -> this.client.lock("key").tryAcquire(waitTime));
	}

	/** It has waited for its answer for a time. */
	private Call askedSince(Duration time, CompletableFuture<?> asking) throws InterruptedException {
		Call question = this.store.next(Operation.ACQUIRE);
		this.platform.pass(time);
		assertWaits(asking);
		return question;
	}

	private void inTimeUntil(BooleanSupplier condition) {
		await().until(() -> {
			this.platform.pass(Duration.ofMillis(20));
			return condition.getAsBoolean();
		});
	}

	/** Until the thread that waits has looked at the time. */
	private void assertWaits(CompletableFuture<?> waiting) {
		long looks = this.platform.looks();
		await().until(() -> waiting.isDone() || this.platform.looks() > looks + 1);
		assertThat(waiting).isNotDone();
	}

	private void close(LockHandle handle) {
		this.store.release();
		handle.close();
	}

	@Test
	void aGrantThatComesLaterIsTaken() throws InterruptedException {
		CompletableFuture<Optional<LockHandle>> asking = tryAcquire(SHORT);
		askedSince(Duration.ofMillis(30), asking).answer(AcquisitionState.GRANTED);
		assertThat(asking).succeedsWithin(Duration.ofSeconds(20)).satisfies((got) -> assertThat(got).isPresent());
		close(asking.join().orElseThrow());
	}

	@Test
	void aRefusalThatComesLaterIsTaken() throws InterruptedException {
		CompletableFuture<Optional<LockHandle>> asking = tryAcquire(SHORT);
		askedSince(Duration.ofMillis(30), asking).answer(AcquisitionState.REFUSED);
		assertThat(asking).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(Optional.empty());
	}

	/** The store is well again, and nobody has asked it since. */
	@Test
	void aFailureOfLongAgoShortensNoWait() throws InterruptedException {
		CompletableFuture<Optional<LockHandle>> failing = CompletableFuture
			.supplyAsync(() -> this.client.lock("earlier").tryAcquire());
		this.store.next(Operation.ACQUIRE).fail();
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
		assertThat(failing).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.isInstanceOf(ExecutionException.class);
		this.platform.pass(Duration.ofMinutes(10));
		aGrantThatComesLaterIsTaken();
	}

	/** As one node of a Cluster does that hangs. */
	@Test
	void anotherRequestThatIsNotAnsweredShortensNoWait() throws InterruptedException {
		CompletableFuture<LockHandle> hanging = this.client.lock("hanging").acquireAsync().toCompletableFuture();
		Call unanswered = this.store.next(Operation.ACQUIRE);
		CompletableFuture<LockHandle> other = this.client.lock("other").acquireAsync().toCompletableFuture();
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		this.platform.pass(Duration.ofMillis(300));
		CompletableFuture<Optional<LockHandle>> asking = tryAcquire(SHORT);
		askedSince(Duration.ofMillis(30), asking).answer(AcquisitionState.GRANTED);
		assertThat(asking).succeedsWithin(Duration.ofSeconds(20)).satisfies((got) -> assertThat(got).isPresent());
		unanswered.answer(AcquisitionState.GRANTED);
		close(asking.join().orElseThrow());
		hanging.join().close();
		other.join().close();
	}

	@Test
	void noAnswerInSoShortATimeIsNoFailureOfTheStore() throws InterruptedException {
		assertGivesUp(tryAcquire(SHORT), Optional.empty());
	}

	@Test
	void noAnswerInSoShortATimeIsNoFailureOfALockOfTheJdk() throws InterruptedException {
		CompletableFuture<Boolean> locking = new CompletableFuture<>();
		new Thread(() -> {
			try {
				locking.complete(this.client.lock("another").asLock().tryLock(5, TimeUnit.MILLISECONDS));
			}
			catch (InterruptedException | RuntimeException ex) {
				locking.completeExceptionally(ex);
			}
		}).start();
		assertGivesUp(locking, false);
	}

	private <T> void assertGivesUp(CompletableFuture<T> asking, T result) throws InterruptedException {
		askedSince(Duration.ofMillis(30), asking);
		this.platform.pass(Duration.ofMillis(80));
		assertThat(asking).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(result);
	}

	@ParameterizedTest
	@ValueSource(ints = { 200, 1000 })
	void aStoreThatIsSilentForLongerIsUnavailable(int millis) throws InterruptedException {
		CompletableFuture<Optional<LockHandle>> asking = tryAcquire(Duration.ofMillis(millis));
		askedSince(Duration.ofMillis(millis - 1), asking);
		inTimeUntil(asking::isDone);
		assertThat(asking).failsWithin(Duration.ZERO)
			.withThrowableThat()
			.withCauseInstanceOf(LockUnavailableException.class);
	}

	@ParameterizedTest
	@ValueSource(ints = { 5, 50 })
	void whoeverStoodStillAtTheDeadlineStillLooksAtTheAnswer(int millis) throws InterruptedException {
		CompletableFuture<Optional<LockHandle>> asking = tryAcquire(Duration.ofMillis(millis));
		Call question = askedSince(Duration.ofMillis(1), asking);
		this.platform.leap(Duration.ofSeconds(1));
		assertWaits(asking);
		this.platform.pass(Duration.ofMillis(99));
		assertWaits(asking);
		question.answer(AcquisitionState.GRANTED);
		assertThat(asking).succeedsWithin(Duration.ofSeconds(20)).satisfies((got) -> assertThat(got).isPresent());
		close(asking.join().orElseThrow());
	}

}
