package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.core.hold.LocalHandover;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
		return new DefaultLockClient(this.store, new LockSettings(LockOptions.NONE, Map.of()),
				new ClientIdentity("shop", "one"), new LockClientOptions(null, new LocalHandover(64, handover)),
				LockEventListener.NONE, LockInstrumentation.NONE, new StallProofPlatform());
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
	void oneWithALimitOfItsOwnNeedsAShareOfItsOwn() throws InterruptedException {
		LockHandle first = firstReader();
		CompletableFuture<LockHandle> limited = acquire(READ.with(LockOption.MAX_HOLD, LONG));
		Call own = this.store.next(Operation.ACQUIRE);
		own.answer(AcquisitionState.GRANTED);
		LockHandle second = granted(limited);
		this.store.release();
		second.close();
		first.close();
	}

}
