package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Locks while the network between a client and its database fails. Another client has a
 * network of its own.
 */
@Full
class DatabaseNetworkIntegrationTests extends FailingDatabase {

	/**
	 * The time limits of a request, of a look whether the connection listens, and a
	 * pause.
	 */
	private static final Duration LIMIT = Duration.ofSeconds(10);

	private final TcpProxy proxy = new TcpProxy(server.port());

	private final HikariDataSource farPool = PostgresServer.impatientPool(this.proxy.port());

	private final HikariDataSource nearPool = server.pool();

	private final CloseableLockClient far = client(this.farPool, "far");

	private final CloseableLockClient near = client(this.nearPool, "near");

	private final ExecutorService threads = Executors.newCachedThreadPool();

	DatabaseNetworkIntegrationTests(TestInfo test) {
		super(test);
	}

	@AfterEach
	void close() {
		this.proxy.heal();
		this.far.close();
		this.near.close();
		this.proxy.close();
		this.farPool.close();
		this.nearPool.close();
		this.threads.shutdownNow();
	}

	private CompletableFuture<LockHandle> waitingFar() {
		CompletableFuture<LockHandle> waiting = acquireLater(this.far);
		await().until(() -> this.near.lock(this.key).inspect().waiters() == 1 && this.proxy.isListening());
		return waiting;
	}

	private void assertGrantedWithinTheLimit(CompletableFuture<LockHandle> waiting) throws Exception {
		long since = StallProofTime.nanoTime();
		waiting.get(60, TimeUnit.SECONDS).close();
		assertThat(StallProofTime.since(since)).isLessThan(LIMIT);
	}

	static Stream<Named<NetworkFault>> faultsOfListening() {
		return Stream.of(Named.of("deaf", (proxy) -> proxy.strand(TcpConnection::isListening)),
				Named.of("cut", (proxy) -> proxy.cut(TcpConnection::isListening)),
				Named.of("all deaf", (proxy) -> proxy.strand((each) -> true)),
				Named.of("all cut", (proxy) -> proxy.cut((each) -> true)));
	}

	@ParameterizedTest
	@MethodSource("faultsOfListening")
	void aWaiterWhoseConnectionsFailGetsTheLock(NetworkFault fault) throws Exception {
		LockHandle held = acquire(this.near);
		CompletableFuture<LockHandle> waiting = waitingFar();
		fault.strike(this.proxy);
		held.close();
		assertGrantedWithinTheLimit(waiting);
		await().atMost(AMPLY).untilAsserted(() -> {
			LockHandle again = acquire(this.near);
			CompletableFuture<LockHandle> next = waitingFar();
			again.close();
			next.get(60, TimeUnit.SECONDS).close();
		});
	}

	@Test
	void busyThreadsGetLocksAgainAfterAllTheirConnectionsWentSilent() throws Exception {
		AtomicIntegerArray rounds = new AtomicIntegerArray(8);
		AtomicBoolean ended = new AtomicBoolean();
		List<CompletableFuture<Void>> threads = IntStream.range(0, rounds.length())
			.mapToObj((thread) -> CompletableFuture.runAsync(() -> {
				while (!ended.get()) {
					this.far.lock(this.key + thread).waitTime(AMPLY).run(() -> rounds.incrementAndGet(thread));
				}
			}, this.threads))
			.toList();
		awaitMore(rounds, threads);
		// one that goes silent while it is opened holds up the pool for much longer
		await().during(Duration.ofSeconds(1))
			.until(() -> this.farPool.getHikariPoolMXBean().getThreadsAwaitingConnection() == 0);
		this.proxy.strand((each) -> true);
		long since = StallProofTime.nanoTime();
		awaitMore(rounds, threads);
		assertThat(StallProofTime.since(since)).isLessThan(LIMIT);
		ended.set(true);
		CompletableFuture.allOf(threads.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
	}

	private static void awaitMore(AtomicIntegerArray rounds, List<CompletableFuture<Void>> threads) {
		int[] before = IntStream.range(0, rounds.length()).map(rounds::get).toArray();
		await().atMost(AMPLY).untilAsserted(() -> {
			assertThat(threads).noneMatch(CompletableFuture::isCompletedExceptionally);
			for (int thread = 0; thread < before.length; thread++) {
				assertThat(rounds.get(thread)).as("rounds of thread %d", thread).isGreaterThan(before[thread] + 2);
			}
		});
	}

	static Stream<Named<NetworkFault>> faultsOfAll() {
		return Stream.of(Named.of("refused", TcpProxy::refuse), Named.of("silent", TcpProxy::blackHole),
				Named.of("half-open", TcpProxy::holdReplies));
	}

	@ParameterizedTest
	@MethodSource("faultsOfAll")
	void aCallerIsToldByItsDeadlineAndTheLockIsBackAfterwards(NetworkFault fault) {
		acquire(this.far).close();
		fault.strike(this.proxy);
		long since = StallProofTime.nanoTime();
		CompletableFuture<Optional<LockHandle>> asked = CompletableFuture
			.supplyAsync(() -> this.far.lock(this.key).leaseTime(AMPLY).tryAcquire(Duration.ofSeconds(2)));
		assertThat(asked).failsWithin(AMPLY).withThrowableThat().withCauseInstanceOf(LockUnavailableException.class);
		assertThat(StallProofTime.since(since)).isLessThan(Duration.ofSeconds(5));
		this.proxy.heal();
		since = StallProofTime.nanoTime();
		acquire(this.far).close();
		acquire(this.near).close();
		assertThat(StallProofTime.since(since)).isLessThan(LIMIT);
	}

	@ParameterizedTest
	@MethodSource("faultsOfAll")
	void aLockThatIsHeldOutlastsAFaultThatIsShorterThanItsLease(NetworkFault fault) {
		LockHandle held = acquire(this.far);
		fault.strike(this.proxy);
		List<LockHandle> others = new ArrayList<>();
		await().atMost(AMPLY).ignoreExceptionsInstanceOf(LockException.class).until(() -> {
			this.near.lock(this.key).tryAcquire(Duration.ofMillis(500)).ifPresent(others::add);
			return true;
		});
		assertThat(others).isEmpty();
		this.proxy.heal();
		await().atMost(AMPLY).ignoreExceptionsInstanceOf(LockException.class).untilAsserted(() -> held.extend(AMPLY));
		assertThat(held.isValid()).isTrue();
		held.close();
		acquire(this.near).close();
	}

	@Test
	void aHandleWhoseAnswerComesAfterItsLeaseIsNotValid() {
		acquire(this.far).close();
		this.proxy.delayReplies(Duration.ofMillis(1500));
		Optional<LockHandle> late = tryWithShortLease();
		this.proxy.heal();
		try (LockHandle next = acquire(this.near)) {
			assertThat(late.filter(LockHandle::isValid)).isEmpty();
			assertThat(next.isValid()).isTrue();
		}
	}

	private Optional<LockHandle> tryWithShortLease() {
		try {
			return this.far.lock(this.key)
				.leaseTime(Duration.ofSeconds(1))
				.autoRenew(false)
				.tryAcquire(Duration.ofSeconds(3));
		}
		catch (LockException ex) {
			return Optional.empty();
		}
	}

	@Test
	void answersThatComeLateCostNoLock() {
		this.proxy.delayReplies(Duration.ofMillis(300));
		try (LockHandle held = acquire(this.far)) {
			assertThat(held.isValid()).isTrue();
			assertThat(this.near.lock(this.key).tryAcquire(Duration.ZERO)).isEmpty();
		}
		acquire(this.near).close();
	}

	/**
	 * What happens to the network.
	 */
	interface NetworkFault {

		void strike(TcpProxy proxy);

	}

}
