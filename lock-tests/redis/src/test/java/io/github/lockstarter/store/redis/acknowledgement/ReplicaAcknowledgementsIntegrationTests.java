package io.github.lockstarter.store.redis.acknowledgement;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.ReplicatedRedis;
import io.github.lockstarter.testing.ServerVersion;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.CommandType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Integration tests for {@link ReplicaAcknowledgements}.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class ReplicaAcknowledgementsIntegrationTests {

	private static final Duration LONG = Duration.ofSeconds(60);

	private static final Duration SHORT = Duration.ofSeconds(1);

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final ReplicatedRedis redis = ReplicatedRedis.start();

	private final RedisClient client = this.redis.primary().newClient();

	private final LockSession session = session(1);

	private LockSession session(int replicaAcks) {
		return store(this.redis.primary().uri(), replicaAcks).open(UUID.randomUUID().toString(), new Deaf());
	}

	@Test
	void aRenewalThatChangesNothingHasToBeAcknowledgedToo() {
		awaitGranted(() -> acquire("a", 1));
		this.redis.hold();
		assertUnacknowledged(this.session.renew("a", 1, SHORT));
		this.redis.resume();
		awaitGranted(() -> this.session.renew("a", 1, SHORT));
	}

	@Test
	void renewalsOfManyHaveToBeAcknowledged() {
		awaitGranted(() -> acquire("a", 1));
		awaitGranted(() -> acquire("b", 2));
		List<RenewRequest> both = List.of(new RenewRequest("a", 1, SHORT), new RenewRequest("b", 2, SHORT));
		this.redis.hold();
		this.session.renew(both).forEach(ReplicaAcknowledgementsIntegrationTests::assertUnacknowledged);
		this.redis.resume();
		await().atMost(PATIENCE)
			.ignoreExceptions()
			.untilAsserted(() -> assertThat(this.session.renew(both)).map((answer) -> join(answer).state())
				.containsOnly(AcquisitionState.GRANTED));
	}

	@Test
	void whatIsNoGrantNeedsNoAcknowledgement() {
		awaitGranted(() -> acquire("a", 1));
		join(this.session.release("a", 1));
		this.redis.hold();
		assertThat(join(this.session.renew("a", 1, SHORT)).state()).isEqualTo(AcquisitionState.RELEASED);
	}

	/** One after the other they would take a minute. */
	@Test
	void grantsOfTheSameMomentWaitTogether() {
		awaitGranted(() -> acquire("first", 1));
		this.redis.hold();
		List<CompletableFuture<StoreAnswer>> answers = IntStream.range(0, 120)
			.mapToObj((i) -> acquire("many:" + i, 2 + i))
			.toList();
		await().atMost(PATIENCE).until(() -> answers.stream().allMatch(CompletableFuture::isCompletedExceptionally));
	}

	@Test
	void withoutAcknowledgementsNoReplicaIsNeededAndNoFurtherConnection() {
		RedisCommands<String, String> commands = this.client.connect().sync();
		long before = commands.clientList().lines().count();
		this.redis.hold();
		LockSession plain = session(0);
		assertThat(join(plain.acquire(request("a", 1))).state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(join(plain.renew("a", 1, SHORT)).state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(commands.clientList().lines().count()).isEqualTo(before + 1);
		plain.close();
	}

	@Test
	void aServerWithTooFewReplicasIsReported() {
		assertThat(this.session.condition().toCompletableFuture().join().problem()).isNull();
		try (EmbeddedRedis alone = EmbeddedRedis.start()) {
			LockSession lonely = store(alone.uri(), 2).open("lonely", new Deaf());
			assertThat(lonely.condition().toCompletableFuture().join().problem())
				.isEqualTo("Redis has too few connected replicas (0 of the 2 that 'distributed-lock.redis.replica-acks'"
						+ " asks for), so no lock can be acquired; connect replicas, or lower the property.");
			lonely.close();
		}
	}

	@Test
	void anAnswerThatAnotherConnectionGaveDoesNotCount() {
		awaitGranted(() -> acquire("a", 1));
		RedisCommands<String, String> commands = this.client.connect().sync();
		this.redis.hold();
		CompletableFuture<StoreAnswer> renewed = this.session.renew("a", 1, LONG).toCompletableFuture();
		await().until(() -> renewed.isDone() || !waiting(commands).isEmpty());
		waiting(commands).forEach((id) -> commands.clientKill(KillArgs.Builder.id(id)));
		assertThatExceptionOfType(CompletionException.class).isThrownBy(renewed::join)
			.havingCause()
			.isInstanceOfSatisfying(StoreException.class, (failure) -> assertThat(failure.isPassing()).isTrue());
		this.redis.resume();
		awaitGranted(() -> this.session.renew("a", 1, LONG));
	}

	@Test
	void replicasHaveTheSameTimeWhateverTheApplicationGivesACommand() {
		RedisURI hasty = RedisURI.builder(this.redis.primary().uri()).withTimeout(Duration.ofMillis(300)).build();
		RedisServers application = RedisServers.at(hasty)
			.withOptions(ClientOptions.builder().timeoutOptions(TimeoutOptions.enabled()).build());
		LockSession impatient = new RedisLockStore(() -> application, "lock:", 1).open("impatient", new Deaf());
		awaitGranted(() -> impatient.acquire(request("a", 1)));
		this.redis.hold();
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThatExceptionOfType(CompletionException.class)
				.isThrownBy(() -> join(impatient.renew("a", 1, LONG)))
				.withMessageContaining("acknowledged the lock within"));
		impatient.close();
	}

	private static RedisLockStore store(RedisURI uri, int replicaAcks) {
		RedisServers servers = RedisServers.at(uri);
		return new RedisLockStore(() -> servers, "lock:", replicaAcks);
	}

	private static List<Long> waiting(RedisCommands<String, String> commands) {
		return commands.clientList()
			.lines()
			.filter((client) -> client.contains("cmd=wait"))
			.map((client) -> Long.valueOf(client.replaceAll("^id=(\\d+) .*", "$1")))
			.toList();
	}

	@Test
	void aMissingRightToWaitIsNamed() {
		RedisCommands<String, String> commands = this.client.connect().sync();
		commands.aclSetuser("app",
				ServerVersion.withAllChannels(AclSetuserArgs.Builder.on()
					.addPassword("secret")
					.allKeys()
					.allCommands()
					.removeCommand(CommandType.WAIT)));
		RedisURI uri = RedisURI.builder(this.redis.primary().uri())
			.withAuthentication("app", "secret".toCharArray())
			.build();
		try (LockSession refused = store(uri, 1).open("refused", new Deaf())) {
			assertThatExceptionOfType(CompletionException.class)
				.isThrownBy(() -> join(refused.acquire(request("a", 1))))
				.havingCause()
				.isInstanceOfSatisfying(StoreException.class, (failure) -> assertThat(failure.isPassing()).isFalse())
				.withMessageContaining("allow the Redis user +wait");
		}
	}

	/** On a busy machine the replica may be late now and then. */
	private static void awaitGranted(Supplier<CompletionStage<StoreAnswer>> call) {
		await().atMost(PATIENCE).ignoreExceptions().until(() -> join(call.get()).state() == AcquisitionState.GRANTED);
	}

	private CompletableFuture<StoreAnswer> acquire(String key, long sequence) {
		return this.session.acquire(request(key, sequence)).toCompletableFuture();
	}

	private static AcquireRequest request(String key, long sequence) {
		return new AcquireRequest(key, sequence, LONG, new Owner("shop", "one", "main"), Duration.ZERO);
	}

	private static StoreAnswer join(CompletionStage<StoreAnswer> answer) {
		return answer.toCompletableFuture().join();
	}

	private static void assertUnacknowledged(CompletionStage<StoreAnswer> answer) {
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> join(answer))
			.havingCause()
			.isInstanceOfSatisfying(StoreException.class, (failure) -> assertThat(failure.isPassing()).isTrue())
			.withMessageContaining("(0 of the 1 that 'distributed-lock.redis.replica-acks' asks for)");
	}

	@AfterEach
	void close() {
		this.session.close();
		this.client.shutdown();
		this.redis.close();
	}

}
