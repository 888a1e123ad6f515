package io.github.lockstarter.store.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.command.ChannelNames;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StubSentinel;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link HeldLocks}, with two servers that know nothing of each other.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class HeldLocksIntegrationTests {

	private static final Duration LONG = Duration.ofSeconds(60);

	private static final Duration SOON = Duration.ofSeconds(20);

	private static final int MANY = 100;

	private final EmbeddedRedis former = EmbeddedRedis.start();

	private final EmbeddedRedis successor = EmbeddedRedis.start();

	private final StubSentinel sentinel = new StubSentinel(this.former.port());

	private final Listener listener = new Listener();

	private final RedisLockSession session = new RedisLockSession(
			new Connections(TestServers.client(RedisServers.at(this.sentinel.uri())), "lock:", "Redis"),
			new ChannelNames("lock:", UUID.randomUUID().toString(), () -> false), this.listener, 0,
			StartUpWarnings.OF_THE_ONLY_SERVER);

	@Test
	void eachHolderIsToldThatTheNewPrimaryDoesNotKnowIt() throws IOException {
		List<String> keys = IntStream.range(0, 3).mapToObj((i) -> "held:" + i).toList();
		keys.forEach((key) -> assertThat(acquire(key, LONG)).isEqualTo(AcquisitionState.GRANTED));
		assertThat(acquire("released", LONG)).isEqualTo(AcquisitionState.GRANTED);
		join(this.session.release("released", 1));
		failOver();
		await().atMost(SOON).until(() -> this.listener.denied.size() == keys.size());
		assertThat(this.listener.denied).containsOnlyKeys(keys)
			.allSatisfy((key, answer) -> assertThat(answer.state()).isEqualTo(AcquisitionState.UNKNOWN));
		assertThat(this.session.held().size()).isZero();
	}

	@Test
	void aLockWhoseReleaseWasNeverAnsweredIsForgottenAfterItsLease() {
		acquire("short", Duration.ofSeconds(1));
		acquire("long", LONG);
		assertThat(this.session.held().size()).isEqualTo(2);
		await().atMost(SOON).until(() -> this.session.held().size() == 1);
	}

	@Test
	void aLockThatIsRenewedWithOthersIsNotForgotten() {
		Duration lease = Duration.ofSeconds(1);
		List<String> keys = List.of("one", "two");
		keys.forEach((key) -> acquire(key, lease));
		this.session.renew(keys.stream().map((key) -> new RenewRequest(key, 1, LONG)).toList())
			.forEach(HeldLocksIntegrationTests::join);
		acquire("short", lease);
		await().atMost(SOON).until(() -> this.session.held().size() < 3);
		assertThat(this.session.held().size()).isEqualTo(2);
	}

	@Test
	void aLateAnswerForgetsNoOtherHoldOfTheSameLock() {
		acquire("watching", LONG);
		HeldLocks held = this.session.held();
		held.answered("late", 2, granted());
		held.answered("late", 1, new StoreAnswer(AcquisitionState.RELEASED, 0, Duration.ZERO, new StoreClock(0, "")));
		assertThat(held.size()).isEqualTo(2);
	}

	@Test
	void eachShareOfALockIsLookedUp() throws IOException {
		for (long sequence = 1; sequence <= 3; sequence++) {
			join(this.session.acquire(request("shared", sequence, LONG).sharing(Share.READER)));
		}
		assertThat(this.session.held().size()).isEqualTo(3);
		failOver();
		await().atMost(SOON).until(() -> this.session.held().size() == 0);
	}

	@Test
	void onlyALockThatWasNotAnsweredForIsLookedUpAgain() throws IOException {
		Queue<List<String>> lookedUp = new ConcurrentLinkedQueue<>();
		Connections connections = new Connections(TestServers.client(RedisServers.at(this.sentinel.uri())), "lock:",
				"Redis");
		HeldLocks held = new HeldLocks(connections, (requests) -> {
			boolean again = !lookedUp.isEmpty();
			lookedUp.add(requests.stream().map(RenewRequest::key).toList());
			return requests.stream().map((request) -> lookUp(request, again)).toList();
		}, HeldLocksIntegrationTests::released, this.listener);
		await().ignoreExceptions().until(() -> connections.servers().only().connection().join().isOpen());
		List.of("one", "two", "three").forEach((key) -> held.answered(key, 1, granted()));
		failOver();
		await().atMost(SOON).until(() -> lookedUp.size() == 2);
		assertThat(lookedUp.remove()).containsExactlyInAnyOrder("one", "two", "three");
		assertThat(lookedUp.remove()).containsExactly("two");
		connections.close().join();
	}

	@Test
	void locksAreLookedUpAgainIfThatWasNotPossible() throws IOException {
		Queue<List<RenewRequest>> lookedUp = new ConcurrentLinkedQueue<>();
		Connections connections = new Connections(TestServers.client(RedisServers.at(this.sentinel.uri())), "lock:",
				"Redis");
		HeldLocks held = new HeldLocks(connections, (requests) -> {
			lookedUp.add(requests);
			if (lookedUp.size() == 1) {
				throw new IllegalStateException("Nothing can be sent at the moment");
			}
			return requests.stream().map((request) -> lookUp(request, true)).toList();
		}, HeldLocksIntegrationTests::released, this.listener);
		await().ignoreExceptions().until(() -> connections.servers().only().connection().join().isOpen());
		List.of("one", "two", "three").forEach((key) -> held.answered(key, 1, granted()));
		failOver();
		await().atMost(SOON).until(() -> lookedUp.size() == 2);
		assertThat(lookedUp.remove()).containsExactlyInAnyOrderElementsOf(lookedUp.remove()).hasSize(3);
		connections.close().join();
	}

	@Test
	void locksThatReplicasHaveToAcknowledgeAreLookedUpTogether() throws IOException {
		RedisLockSession acknowledged = new RedisLockSession(
				new Connections(TestServers.client(RedisServers.at(this.sentinel.uri())), "lock:", "Redis"),
				new ChannelNames("lock:", UUID.randomUUID().toString(), () -> false), this.listener, 1,
				StartUpWarnings.OF_THE_ONLY_SERVER);
		List<String> keys = IntStream.range(0, MANY).mapToObj((i) -> "many:" + i).toList();
		CompletableFuture
			.allOf(keys.stream()
				.map((key) -> acknowledged.acquire(request(key, LONG)).toCompletableFuture())
				.toArray(CompletableFuture[]::new))
			.handle((nothing, failure) -> nothing)
			.join();
		try (RedisClient admin = this.successor.newClient()) {
			RedisCommands<String, String> commands = admin.connect().sync();
			commands.replicaof("127.0.0.1", this.former.port());
			await().atMost(SOON).until(() -> commands.dbsize() == MANY);
			commands.replicaofNoOne();
			commands.del("lock:" + keys.get(0));
			commands.configResetstat();
			failOver();
			await().atMost(SOON).until(() -> this.listener.denied.containsKey(keys.get(0)));
			assertThat(scripts(commands)).isLessThan(MANY / 2);
		}
		assertThat(this.listener.denied).hasSize(1);
		acknowledged.close();
	}

	/** How many scripts a server was sent. */
	private static int scripts(RedisCommands<String, String> commands) {
		return Pattern.compile("cmdstat_eval(?:sha)?:calls=(\\d+)")
			.matcher(commands.info("commandstats"))
			.results()
			.mapToInt((calls) -> Integer.parseInt(calls.group(1)))
			.sum();
	}

	@Test
	void whatWasReleasedLatelyIsReleasedAgainIfTheNewPrimaryDoesNotKnowThat() throws IOException {
		acquire("released", LONG);
		acquire("kept", LONG);
		copyToSuccessor("released", "kept");
		join(this.session.release("released", 1));
		join(this.session.release("kept", 1, 0, LONG));
		try (RedisClient admin = this.successor.newClient()) {
			RedisCommands<String, String> commands = admin.connect().sync();
			failOver();
			await().atMost(SOON).until(() -> commands.get("lock:released").contains("lock/4+  "));
			assertThat(commands.get("lock:kept")).startsWith("lock/4 ").contains(":1 ");
		}
	}

	/** As a replica that has received nothing since. */
	private void copyToSuccessor(String... keys) {
		try (RedisClient from = this.former.newClient(); RedisClient to = this.successor.newClient()) {
			for (String key : keys) {
				to.connect().sync().setex("lock:" + key, LONG.toSeconds(), from.connect().sync().get("lock:" + key));
			}
		}
	}

	private void failOver() throws IOException {
		await().until(() -> this.sentinel.subscribers() == 1);
		this.sentinel.elect(this.successor.port());
		this.sentinel.tell();
	}

	private static CompletionStage<StoreAnswer> lookUp(RenewRequest request, boolean again) {
		return (again || !request.key().equals("two")) ? CompletableFuture.completedStage(granted())
				: CompletableFuture.failedStage(new StoreException("busy", true, null));
	}

	private static CompletionStage<StoreAnswer> released(RenewRequest request) {
		return CompletableFuture
			.completedStage(new StoreAnswer(AcquisitionState.RELEASED, 0, Duration.ZERO, new StoreClock(0, "")));
	}

	private static StoreAnswer granted() {
		return new StoreAnswer(AcquisitionState.GRANTED, 1, LONG, new StoreClock(0, ""));
	}

	private AcquisitionState acquire(String key, Duration lease) {
		return join(this.session.acquire(request(key, lease))).state();
	}

	private static AcquireRequest request(String key, Duration lease) {
		return request(key, 1, lease);
	}

	private static AcquireRequest request(String key, long sequence, Duration lease) {
		return new AcquireRequest(key, sequence, lease, new Owner("shop", "one", "main"), Duration.ZERO);
	}

	private static <T> T join(CompletionStage<T> stage) {
		return stage.toCompletableFuture().join();
	}

	@AfterEach
	void close() {
		this.session.close();
		this.sentinel.close();
		this.former.close();
		this.successor.close();
	}

	private static final class Listener implements GrantListener {

		final Map<String, StoreAnswer> denied = new ConcurrentHashMap<>();

		@Override
		public void granted(GrantNotification grant) {
		}

		@Override
		public void revoked(String key, long sequence) {
		}

		@Override
		public void ownershipDenied(String key, long sequence, StoreAnswer answer) {
			this.denied.put(key, answer);
		}

		@Override
		public void grantsMayBeLost() {
		}

	}

}
