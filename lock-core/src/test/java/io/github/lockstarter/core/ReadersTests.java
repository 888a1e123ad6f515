package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for readers of one JVM that share what one of them has got from the store.
 */
class ReadersTests {

	private static final LockOptions READ = LockOptions.of(LockOption.KIND, LockKind.READ);

	private static final Duration LONG = Duration.ofMinutes(1);

	private static final Duration BRIEFLY = Duration.ofMillis(100);

	private final PuppetStore store = new PuppetStore();

	private DefaultLockClient client = client(LONG);

	private DefaultLockClient client(Duration handover) {
		return new DefaultLockClient(LockStores.of(this.store), new LockSettings(LockOptions.NONE, Map.of()),
				new ClientIdentity("shop", "one"), new LockClientOptions(null, new LocalHandover(64, handover)),
				new DefaultLockClient.Observers(LockEventListener.NONE, LockInstrumentation.NONE),
				new StallProofPlatform());
	}

	@AfterEach
	void leavesNothingBehind() {
		LockEngine engine = this.client.engine();
		this.store.release();
		this.client.close();
		await().until(engine::isIdle);
	}

	private CompletableFuture<LockHandle> acquire(LockOptions options) {
		return this.client.lock("stock")
			.options(options.with(LockOption.WAIT_TIME, LONG))
			.acquireAsync()
			.toCompletableFuture();
	}

	private LockHandle firstReader() throws InterruptedException {
		CompletableFuture<LockHandle> first = acquire(READ);
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		return granted(first);
	}

	private static LockHandle granted(CompletableFuture<LockHandle> waiting) {
		assertThat(waiting).succeedsWithin(Duration.ofSeconds(20));
		return waiting.join();
	}

	private void closeLast(LockHandle reader) throws InterruptedException {
		CompletableFuture<Void> closed = CompletableFuture.runAsync(reader::close);
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
		assertThat(closed).succeedsWithin(Duration.ofSeconds(20));
	}

	@Test
	void oneThatReadsAloneGivesItsShareBackAtOnce() throws InterruptedException {
		closeLast(firstReader());
	}

	@Test
	void othersJoinWithoutTheStore() throws InterruptedException {
		LockHandle first = firstReader();
		List<LockHandle> others = IntStream.range(0, 5).mapToObj((i) -> granted(acquire(READ))).toList();
		assertThat(others).allMatch(LockHandle::isValid);
		first.close();
		others.forEach(LockHandle::close);
		assertThat(this.store.isCalled()).isFalse();
	}

	@Test
	void thoseThatCameWhileTheFirstWasAskingJoinIt() throws InterruptedException {
		CompletableFuture<LockHandle> first = acquire(READ);
		List<CompletableFuture<LockHandle>> others = List.of(acquire(READ), acquire(READ));
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		granted(first).close();
		others.forEach((other) -> granted(other).close());
		assertThat(this.store.isCalled()).isFalse();
	}

	@Test
	void afterAWhileOneAsksForAllWhetherAnybodyWaits() throws InterruptedException {
		this.client.close();
		this.client = client(BRIEFLY);
		LockHandle first = firstReader();
		StallProofTime.pass(BRIEFLY.multipliedBy(3));
		List<CompletableFuture<LockHandle>> late = List.of(acquire(READ), acquire(READ), acquire(READ));
		Call probe = this.store.next(Operation.ACQUIRE);
		probe.answer(AcquisitionState.GRANTED);
		late.forEach(ReadersTests::granted);
		Call notNeeded = this.store.next(Operation.RELEASE);
		assertThat(notNeeded.sequence()).isEqualTo(probe.sequence());
		notNeeded.answer(AcquisitionState.RELEASED);
		first.close();
		this.store.release();
		late.forEach((reader) -> reader.join().close());
	}

	@Test
	void noneJoinsWhileAWriterOfThisClientWaits() throws InterruptedException {
		LockHandle first = firstReader();
		CompletableFuture<LockHandle> writer = acquire(LockOptions.NONE);
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.QUEUED, LONG);
		CompletableFuture<LockHandle> late = acquire(READ);
		assertThat(late).isNotDone();
		assertThat(late.cancel(false)).isTrue();
		assertThat(writer.cancel(false)).isTrue();
		this.store.release();
		first.close();
	}

	@Test
	void whatSeveralHaveReadIsRetainedForTheNext() throws InterruptedException {
		LockHandle first = firstReader();
		granted(acquire(READ)).close();
		first.close();
		LockHandle next = granted(acquire(READ));
		assertThat(next.isValid()).isTrue();
		assertThat(this.store.isCalled()).isFalse();
		next.close();
	}

	@Test
	void whatIsRetainedIsGivenBackWhenNobodyComes() throws InterruptedException {
		this.client.close();
		this.client = client(BRIEFLY);
		LockHandle first = firstReader();
		CompletableFuture<LockHandle> other = acquire(READ);
		this.store.release();
		granted(other).close();
		first.close();
		await().until(this.client.engine()::isIdle);
	}

	@Test
	void whatIsRetainedIsGivenBackAtOnceForAWriter() throws InterruptedException {
		LockHandle first = firstReader();
		granted(acquire(READ)).close();
		first.close();
		CompletableFuture<LockHandle> writer = acquire(LockOptions.NONE);
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		this.store.release();
		granted(writer).close();
	}

	/** A writer, and a reader that waits for it. */
	private CompletableFuture<LockHandle> readerAfter(Consumer<Call> written) throws InterruptedException {
		CompletableFuture<LockHandle> writer = acquire(LockOptions.NONE);
		Call asked = this.store.next(Operation.ACQUIRE);
		asked.answer(AcquisitionState.GRANTED);
		LockHandle writing = granted(writer);
		CompletableFuture<LockHandle> reader = acquire(READ);
		assertThat(reader).isNotDone();
		written.accept(asked);
		writing.close();
		return reader;
	}

	@Test
	void theyGoOnWithWhatAWriterHadAloneBeforeTheStoreHasAnswered() throws InterruptedException {
		List<CompletableFuture<LockHandle>> others = new ArrayList<>();
		List<Long> numbers = new ArrayList<>();
		LockHandle first = granted(readerAfter((written) -> {
			numbers.add(written.sequence());
			others.add(acquire(READ));
		}));
		LockHandle second = granted(others.get(0));
		LockHandle late = granted(acquire(READ));
		assertThat(List.of(first, second, late)).allMatch(LockHandle::isValid);
		Call shared = this.store.next(Operation.ACQUIRE);
		assertThat(numbers).containsExactly(shared.sequence());
		assertThat(shared.share()).isEqualTo(Share.READER);
		assertThat(shared.downgrades()).isTrue();
		shared.answer(AcquisitionState.GRANTED, LONG);
		first.close();
		second.close();
		assertThat(this.store.isCalled()).isFalse();
		this.store.release();
		late.close();
	}

	@Test
	void theyGoOnNoLongerThanWritersWould() throws InterruptedException {
		this.client.close();
		Duration handover = Duration.ofMillis(500);
		this.client = client(handover);
		LockHandle first = granted(readerAfter((written) -> {
		}));
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED, LONG);
		StallProofTime.pass(handover);
		CompletableFuture<LockHandle> late = acquire(READ);
		Call probe = this.store.next(Operation.ACQUIRE);
		assertThat(probe.downgrades()).isFalse();
		assertThat(late).isNotDone();
		probe.answer(AcquisitionState.GRANTED);
		this.store.release();
		granted(late).close();
		first.close();
	}

	@Test
	void aWriterBehindThemAsksInItsTurn() throws InterruptedException {
		List<CompletableFuture<LockHandle>> next = new ArrayList<>();
		LockHandle first = granted(readerAfter((written) -> next.add(acquire(LockOptions.NONE))));
		assertThat(this.store.next(Operation.ACQUIRE).downgrades()).isTrue();
		Call queued = this.store.next(Operation.ACQUIRE);
		assertThat(queued.share()).isNull();
		queued.answer(AcquisitionState.QUEUED, LONG);
		assertThat(next.get(0).cancel(false)).isTrue();
		this.store.release();
		first.close();
	}

	@Test
	void aLossReachesAllThatShare() throws InterruptedException {
		LockOptions brief = READ.with(LockOption.LEASE_TIME, Duration.ofSeconds(6));
		CompletableFuture<LockHandle> first = acquire(brief);
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED, Duration.ofSeconds(6));
		List<LockHandle> readers = List.of(granted(first), granted(acquire(brief)), granted(acquire(brief)));
		List<LockHandle> told = new CopyOnWriteArrayList<>();
		readers.forEach((reader) -> reader.onLost(() -> told.add(reader)));
		this.store.next(Operation.RENEW).answer(AcquisitionState.LOST);
		await().untilAsserted(() -> assertThat(told).containsExactlyInAnyOrderElementsOf(readers));
		this.store.release();
		readers.forEach(LockHandle::close);
	}

	@Test
	void aRevocationReachesAllThatShare() throws InterruptedException {
		CompletableFuture<LockHandle> first = acquire(READ);
		Call acquired = this.store.next(Operation.ACQUIRE);
		acquired.answer(AcquisitionState.GRANTED);
		List<LockHandle> readers = List.of(granted(first), granted(acquire(READ)), granted(acquire(READ)));
		this.store.revoke(acquired);
		this.store.next(Operation.RENEW).answer(AcquisitionState.LOST);
		await().until(() -> readers.stream().allMatch(LockHandle::isLost));
		this.store.release();
		readers.forEach(LockHandle::close);
	}

	@Test
	void theLastOfManyThatLeaveAtOnceGivesTheShareBackOnce() throws InterruptedException {
		this.client.close();
		this.client = client(Duration.ofSeconds(3));
		LockHandle first = firstReader();
		List<LockHandle> readers = new ArrayList<>(List.of(first));
		IntStream.range(0, 16).forEach((i) -> readers.add(granted(acquire(READ))));
		List<CompletableFuture<Void>> closed = readers.stream()
			.map((reader) -> CompletableFuture.runAsync(reader::close))
			.toList();
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
		assertThat(closed).allSatisfy((one) -> assertThat(one).succeedsWithin(Duration.ofSeconds(20)));
		await().until(this.client.engine()::isIdle);
		assertThat(this.store.isCalled()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void noneJoinsAShareThatIsNotValidForLongHoweverLatelyNobodyWaited(boolean renewed) throws InterruptedException {
		Duration lease = Duration.ofSeconds(1);
		LockOptions brief = READ.with(LockOption.LEASE_TIME, lease).with(LockOption.AUTO_RENEW, renewed);
		this.store.failRenewals();
		CompletableFuture<LockHandle> first = acquire(brief);
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED, lease);
		LockHandle reader = granted(first);
		await().until(() -> reader.remaining().compareTo(lease.dividedBy(renewed ? 3 : 2)) < 0);
		CompletableFuture<LockHandle> late = acquire(brief);
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED, LONG);
		LockHandle joined = granted(late);
		this.store.release();
		joined.close();
		reader.close();
	}

	static Stream<LockOptions> otherWays() {
		return Stream.of(LockOptions.of(LockOption.MAX_HOLD, LONG), LockOptions.of(LockOption.MIN_HOLD, LONG),
				LockOptions.of(LockOption.LEASE_TIME, LONG), LockOptions.of(LockOption.AUTO_RENEW, false),
				LockOptions.of(LockOption.KIND, LockKind.SEMAPHORE).with(LockOption.CAPACITY, 5));
	}

	@ParameterizedTest
	@MethodSource("otherWays")
	void oneThatHoldsItInAnotherWayNeedsAShareOfItsOwn(LockOptions other) throws InterruptedException {
		LockHandle first = firstReader();
		CompletableFuture<LockHandle> needsItsOwn = acquire(other.over(READ));
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED, LONG);
		LockHandle second = granted(needsItsOwn);
		this.store.release();
		second.close();
		first.close();
	}

}
