package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

import io.github.lockstarter.faults.proxy.ShardingProxy;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.ReleaseRequest;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what is sent through a proxy that spreads keys over several servers without a
 * word, and to a server that looks like one and wants all keys of a script in one slot.
 */
class ShardingProxyIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final int KEYS = 80;

	private static final int PREFIXES = 20;

	private final List<EmbeddedRedis> servers = List.of(EmbeddedRedis.start(), EmbeddedRedis.start());

	private ShardingProxy proxy;

	private RedisClient redis;

	private LockSession one;

	private LockSession two;

	private void connect(int count) {
		connect(new ShardingProxy(this.servers.stream().limit(count).map(EmbeddedRedis::port).toList()));
	}

	private void connectTwo(boolean needsKeys) {
		connect(2);
		if (needsKeys) {
			this.proxy.refuseScriptsWithoutKeys();
		}
	}

	private void connect(ShardingProxy proxy) {
		this.proxy = proxy;
		this.redis = RedisClient.create(RedisURI.create("127.0.0.1", this.proxy.port()));
		this.one = session();
		this.two = session();
	}

	private LockSession session() {
		return session("lock:");
	}

	private LockSession session(String keyPrefix) {
		return new RedisLockStore(TestServers.at(this.proxy.port()), keyPrefix).open(UUID.randomUUID().toString(),
				new Deaf());
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void noLockThatIsTakenAtTheSameMomentAsOthersGoesToAnotherClientToo(boolean needsKeys) {
		connectTwo(needsKeys);
		assertThat(atOnce((number) -> this.one.acquire(request(number)))).containsOnly(AcquisitionState.GRANTED);
		assertThat(states(
				LongStream.rangeClosed(1, KEYS).mapToObj((number) -> this.two.acquire(request(number))).toList()))
			.containsOnly(AcquisitionState.REFUSED);
		assertThat(this.proxy.severalKeys()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void noneOfTheLocksThatAreTakenTogetherGoesToAnotherClientToo(boolean needsKeys) {
		connectTwo(needsKeys);
		List<AcquireRequest> together = LongStream.rangeClosed(1, 8).mapToObj(this::request).toList();
		assertThat(states(this.one.acquireInOrder(together))).containsOnly(AcquisitionState.GRANTED);
		assertThat(states(together.stream().map(this.two::acquire).toList())).containsOnly(AcquisitionState.REFUSED);
		assertThat(states(this.one.renew(together.stream().map(this::renewal).toList())))
			.containsOnly(AcquisitionState.GRANTED);
		assertThat(states(this.one.releaseWithoutMark(together.stream().map(this::release).toList())))
			.containsOnly(AcquisitionState.RELEASED);
		assertThat(this.proxy.severalKeys()).isEmpty();
	}

	/** The keys by which a client finds that out depend on its prefix. */
	@Test
	void aServerThatHasFewOfTheKeysIsNoticed() {
		connect(new ShardingProxy(this.servers.stream().map(EmbeddedRedis::port).toList(), 80));
		for (int number = 0; number < PREFIXES; number++) {
			LockSession session = session("lock" + number + ":");
			List<AcquireRequest> together = LongStream.rangeClosed(1, 8).mapToObj(this::request).toList();
			assertThat(states(session.acquireInOrder(together))).containsOnly(AcquisitionState.GRANTED);
			session.close();
		}
		assertThat(this.proxy.severalKeys()).isEmpty();
	}

	@Test
	void locksAreTakenTogetherRenewedAndReleasedByAServerThatWantsAllKeysInOneSlot() {
		connect(1);
		this.proxy.takeOneSlotOnly();
		List<AcquireRequest> together = LongStream.rangeClosed(1, 8).mapToObj(this::request).toList();
		assertThat(states(this.one.acquireInOrder(together))).containsOnly(AcquisitionState.GRANTED);
		assertThat(states(this.one.renew(together.stream().map(this::renewal).toList())))
			.containsOnly(AcquisitionState.GRANTED);
		assertThat(states(this.one.releaseWithoutMark(together.stream().map(this::release).toList())))
			.containsOnly(AcquisitionState.RELEASED);
		assertThat(this.proxy.severalKeys()).as("what was refused once is not sent again").hasSize(1);
	}

	@Test
	void locksAreTakenAtTheSameMomentOnAServerThatWantsAllKeysInOneSlot() {
		connect(1);
		this.proxy.takeOneSlotOnly();
		assertThat(atOnce((number) -> this.one.acquire(request(number)))).containsOnly(AcquisitionState.GRANTED);
		assertThat(atOnce((number) -> this.one.releaseWithoutMark(Long.toString(number), number, 0, Duration.ZERO)))
			.containsOnly(AcquisitionState.RELEASED);
	}

	/** On the thread that writes to the connection, so that it writes them together. */
	private List<AcquisitionState> atOnce(LongFunction<CompletionStage<StoreAnswer>> request) {
		done(this.one.inspect("any"));
		this.proxy.holdAnswers();
		CompletionStage<List<CompletionStage<StoreAnswer>>> answers = this.one.inspect("any")
			.thenApply((record) -> LongStream.rangeClosed(1, KEYS).mapToObj(request).toList());
		this.proxy.releaseAnswers();
		return states(done(answers));
	}

	private AcquireRequest request(long number) {
		return new AcquireRequest(Long.toString(number), number, LEASE, new Owner("shop", "one", "main"),
				Duration.ZERO);
	}

	private RenewRequest renewal(AcquireRequest request) {
		return new RenewRequest(request.key(), request.sequence(), LEASE);
	}

	private ReleaseRequest release(AcquireRequest request) {
		return new ReleaseRequest(request.key(), request.sequence(), 0);
	}

	private static List<AcquisitionState> states(List<? extends CompletionStage<StoreAnswer>> answers) {
		return answers.stream().map((answer) -> done(answer).state()).toList();
	}

	private static <T> T done(CompletionStage<T> stage) {
		return stage.toCompletableFuture().join();
	}

	@AfterEach
	void close() {
		this.one.close();
		this.two.close();
		this.redis.shutdown();
		this.proxy.close();
		this.servers.forEach(EmbeddedRedis::close);
	}

}
