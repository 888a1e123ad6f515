package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.ReleaseRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.StoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for several keys that are asked for together, with a store that answers when the
 * test likes.
 */
class KeysTogetherTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration LONG = Duration.ofMinutes(1);

	private final BlockingQueue<Asked> calls = new LinkedBlockingQueue<>();

	private volatile boolean ending;

	/** A lock passes from caller to caller however busy the machine is. */
	private final DefaultLockClient client = Clients.client((instance, listener) -> new Session(),
			new LockClientOptions(null, new LocalHandover(64, LONG)), LockEventListener.NONE, LockInstrumentation.NONE,
			new StallProofPlatform());

	@AfterEach
	void leavesNothingBehind() {
		this.ending = true;
		this.calls.forEach((asked) -> asked.answerAll(AcquisitionState.RELEASED));
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	private CompletableFuture<LockHandle> acquire(String... keys) {
		return this.client.lock(List.of(keys)).waitTime(LONG).acquireAsync().toCompletableFuture();
	}

	private Asked next(String what) throws InterruptedException {
		Asked asked = this.calls.poll(30, TimeUnit.SECONDS);
		assertThat(asked).isNotNull();
		assertThat(asked.toString()).isEqualTo(what);
		return asked;
	}

	@Test
	void freeKeysAreAskedForAndReleasedTogether() throws InterruptedException {
		CompletableFuture<LockHandle> all = acquire("a", "b", "c");
		next("acquire in order [a, b, c]").answerAll(AcquisitionState.GRANTED);
		LockHandle held = all.join();
		assertThat(held.keys()).containsExactly("a", "b", "c");
		assertThat(this.calls).isEmpty();
		CompletableFuture<Void> closed = held.closeAsync().toCompletableFuture();
		next("release [c, b, a]").answerAll(AcquisitionState.RELEASED);
		assertThat(closed).succeedsWithin(LONG);
		assertThat(held.isLost()).isFalse();
	}

	@Test
	void theFirstThatIsNotFreeIsWaitedForAndThoseBehindItAreAskedForAnew() throws InterruptedException {
		CompletableFuture<LockHandle> all = acquire("a", "b", "c", "d");
		Asked list = next("acquire in order [a, b, c, d]");
		list.answerAll(AcquisitionState.GRANTED, AcquisitionState.REFUSED, AcquisitionState.REFUSED,
				AcquisitionState.REFUSED);
		Asked alone = next("acquire [b]");
		assertThat(alone.sequence(0)).isEqualTo(list.sequence(1));
		assertThat(this.calls).isEmpty();
		alone.answerAll(AcquisitionState.GRANTED);
		Asked rest = next("acquire in order [c, d]");
		assertThat(rest.sequence(0)).isGreaterThan(list.sequence(3));
		rest.answerAll(AcquisitionState.GRANTED);
		assertThat(all).succeedsWithin(LONG);
		all.join().closeAsync();
		next("release [d, c, b, a]").answerAll(AcquisitionState.RELEASED);
	}

	@Test
	void whatIsGrantedBehindAnotherThatIsNotIsGivenBack() throws InterruptedException {
		CompletableFuture<LockHandle> all = acquire("a", "b", "c");
		Asked list = next("acquire in order [a, b, c]");
		list.answerAll(AcquisitionState.GRANTED, AcquisitionState.REFUSED, AcquisitionState.GRANTED);
		Asked alone = next("acquire [b]");
		Asked released = next("release [c]");
		assertThat(released.sequence(0)).isEqualTo(list.sequence(2));
		released.answerAll(AcquisitionState.RELEASED);
		alone.answerAll(AcquisitionState.GRANTED);
		Asked last = next("acquire [c]");
		assertThat(last.sequence(0)).isGreaterThan(list.sequence(2));
		last.answerAll(AcquisitionState.GRANTED);
		all.join().closeAsync();
		next("release [c, b, a]").answerAll(AcquisitionState.RELEASED);
	}

	@Test
	void afterAFailureTheFirstIsAskedForAgainAndTheOthersAreGivenUp() throws InterruptedException {
		CompletableFuture<LockHandle> all = acquire("a", "b", "c");
		Asked list = next("acquire in order [a, b, c]");
		list.fail();
		assertThat(next("release [b]").answerAll(AcquisitionState.UNKNOWN).sequence(0)).isEqualTo(list.sequence(1));
		assertThat(next("release [c]").answerAll(AcquisitionState.UNKNOWN).sequence(0)).isEqualTo(list.sequence(2));
		Asked again = next("acquire [a]");
		assertThat(again.sequence(0)).isEqualTo(list.sequence(0));
		again.answerAll(AcquisitionState.GRANTED);
		next("acquire [b]").answerAll(AcquisitionState.GRANTED);
		next("acquire [c]").answerAll(AcquisitionState.GRANTED);
		all.join().closeAsync();
		next("release [c, b, a]").answerAll(AcquisitionState.RELEASED);
	}

	@Test
	void whoeverJoinsAKeyThatIsPassedOverAsksForItByItself() throws InterruptedException {
		CompletableFuture<LockHandle> all = acquire("a", "b", "c");
		Asked list = next("acquire in order [a, b, c]");
		CompletableFuture<LockHandle> other = acquire("c");
		assertThat(this.calls).isEmpty();
		list.answerAll(AcquisitionState.GRANTED, AcquisitionState.REFUSED, AcquisitionState.REFUSED);
		Asked first = next("acquire [b]");
		Asked second = next("acquire [c]");
		assertThat(second.sequence(0)).isGreaterThan(list.sequence(2));
		second.answerAll(AcquisitionState.GRANTED);
		assertThat(other).succeedsWithin(LONG);
		first.answerAll(AcquisitionState.GRANTED);
		await().until(() -> Waiting.at(this.client, "c") == 1);
		other.join().closeAsync();
		assertThat(all).succeedsWithin(LONG);
		all.join().closeAsync();
		next("release [c, b, a]").answerAll(AcquisitionState.RELEASED);
	}

	@Test
	void whoeverJoinsAKeyThatIsGrantedToTheListWaitsForIt() throws InterruptedException {
		CompletableFuture<LockHandle> all = acquire("a", "b");
		Asked list = next("acquire in order [a, b]");
		CompletableFuture<LockHandle> other = acquire("b");
		list.answerAll(AcquisitionState.GRANTED);
		LockHandle held = all.join();
		assertThat(other).isNotDone();
		held.closeAsync();
		assertThat(other).succeedsWithin(LONG);
		next("release [a]").answerAll(AcquisitionState.RELEASED);
		other.join().closeAsync();
		next("release [b]").answerAll(AcquisitionState.RELEASED);
	}

	@Test
	void whoeverGivesUpWhileTheListIsAskedForLeavesNoKeyHeld() throws InterruptedException {
		CompletableFuture<LockHandle> all = acquire("a", "b");
		Asked list = next("acquire in order [a, b]");
		all.cancel(false);
		next("release [a]").answerAll(AcquisitionState.UNKNOWN);
		next("release [b]").answerAll(AcquisitionState.UNKNOWN);
		list.answerAll(AcquisitionState.GRANTED);
		next("release [a]").answerAll(AcquisitionState.RELEASED);
		next("release [b]").answerAll(AcquisitionState.RELEASED);
	}

	@Test
	void aListThatIsNeverAnsweredIsGivenUpButForItsFirstKey() throws InterruptedException {
		CompletableFuture<LockHandle> all = acquire("a", "b");
		Asked list = next("acquire in order [a, b]");
		List<Asked> both = new ArrayList<>(List.of(nextOf(), nextOf()));
		both.sort((one, other) -> one.toString().compareTo(other.toString()));
		assertThat(both).map(Asked::toString).containsExactly("acquire [a]", "release [b]");
		assertThat(both.get(0).sequence(0)).isEqualTo(list.sequence(0));
		assertThat(both.get(1).sequence(0)).isEqualTo(list.sequence(1));
		both.get(1).answerAll(AcquisitionState.UNKNOWN);
		both.get(0).answerAll(AcquisitionState.GRANTED);
		Asked rest = next("acquire [b]");
		assertThat(rest.sequence(0)).isGreaterThan(list.sequence(1));
		rest.answerAll(AcquisitionState.GRANTED);
		all.join().closeAsync();
		next("release [b, a]").answerAll(AcquisitionState.RELEASED);
		list.answerAll(AcquisitionState.GRANTED);
		next("release [a]").answerAll(AcquisitionState.RELEASED);
		next("release [b]").answerAll(AcquisitionState.RELEASED);
	}

	private Asked nextOf() throws InterruptedException {
		Asked asked = this.calls.poll(30, TimeUnit.SECONDS);
		assertThat(asked).isNotNull();
		return asked;
	}

	@Test
	void aKeyThatThisJvmHoldsIsWaitedForBeforeTheOthersAreAskedFor() throws InterruptedException {
		CompletableFuture<LockHandle> first = acquire("b");
		next("acquire [b]").answerAll(AcquisitionState.GRANTED);
		CompletableFuture<LockHandle> all = acquire("a", "b", "c", "d");
		next("acquire [a]").answerAll(AcquisitionState.GRANTED);
		LockHandle held = first.join();
		await().until(() -> Waiting.at(this.client, "b") == 1);
		assertThat(this.calls).isEmpty();
		held.close();
		next("acquire in order [c, d]").answerAll(AcquisitionState.GRANTED);
		all.join().closeAsync();
		next("release [d, c, b, a]").answerAll(AcquisitionState.RELEASED);
	}

	@Test
	void whoTakesNothingButFreeLocksIsRefusedAndGivesBackWhatItGot() throws InterruptedException {
		CompletableFuture<LockHandle> all = this.client.lock(List.of("a", "b", "c"))
			.waitTime(Duration.ZERO)
			.acquireAsync()
			.toCompletableFuture();
		next("acquire in order [a, b, c]").answerAll(AcquisitionState.GRANTED, AcquisitionState.REFUSED,
				AcquisitionState.REFUSED);
		next("acquire [b]").refuse(LEASE);
		next("release [a]").answerAll(AcquisitionState.RELEASED);
		assertThat(all).failsWithin(LONG).withThrowableThat().isInstanceOf(ExecutionException.class);
	}

	/**
	 * Requests that were sent together and wait for their answers.
	 */
	private record Asked(String what, List<String> keys, List<Long> sequences,
			List<CompletableFuture<StoreAnswer>> answers) {

		static Asked of(String what, List<String> keys, List<Long> sequences) {
			return new Asked(what, keys, sequences,
					keys.stream().map((key) -> new CompletableFuture<StoreAnswer>()).toList());
		}

		long sequence(int index) {
			return this.sequences.get(index);
		}

		/** The last one counts for all that follow. */
		Asked answerAll(AcquisitionState... states) {
			IntStream.range(0, this.answers.size()).forEach((i) -> answer(i, states[Math.min(i, states.length - 1)]));
			return this;
		}

		private void answer(int index, AcquisitionState state) {
			this.answers.get(index)
				.complete((state == AcquisitionState.REFUSED) ? StoreAnswer.PASSED_OVER
						: new StoreAnswer(state, 7, LEASE, new StoreClock(1, "")));
		}

		void refuse(Duration rest) {
			this.answers.get(0).complete(new StoreAnswer(AcquisitionState.REFUSED, 0, rest, new StoreClock(1, "")));
		}

		void fail() {
			this.answers
				.forEach((answer) -> answer.completeExceptionally(new StoreException("connection reset", true, null)));
		}

		@Override
		public String toString() {
			return this.what + " " + this.keys;
		}

	}

	private final class Session extends StubSession {

		private List<CompletionStage<StoreAnswer>> ask(String what, List<String> keys, List<Long> sequences) {
			Asked asked = Asked.of(what, keys, sequences);
			KeysTogetherTests.this.calls.add(asked);
			if (KeysTogetherTests.this.ending) {
				asked.answerAll(AcquisitionState.RELEASED);
			}
			return List.copyOf(asked.answers());
		}

		@Override
		public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
			return ask("acquire", List.of(request.key()), List.of(request.sequence())).get(0);
		}

		@Override
		public List<CompletionStage<StoreAnswer>> acquireInOrder(List<AcquireRequest> requests) {
			return ask("acquire in order", requests.stream().map(AcquireRequest::key).toList(),
					requests.stream().map(AcquireRequest::sequence).toList());
		}

		@Override
		public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
			return CompletableFuture
				.completedFuture(new StoreAnswer(AcquisitionState.GRANTED, 7, LEASE, new StoreClock(1, "")));
		}

		@Override
		public CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor) {
			return ask("release", List.of(key), List.of(sequence)).get(0);
		}

		@Override
		public List<CompletionStage<StoreAnswer>> releaseWithoutMark(List<ReleaseRequest> requests) {
			return ask("release", requests.stream().map(ReleaseRequest::key).toList(),
					requests.stream().map(ReleaseRequest::sequence).toList());
		}

	}

}
