package io.github.lockstarter.store.redis.sentinel;

import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.store.redis.connection.SteppedSessionTimer;
import io.github.lockstarter.store.redis.connection.StubConnection;
import io.github.lockstarter.testing.FailingLog;
import io.github.lockstarter.testing.LiveThreads;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StallProofTime;
import io.github.lockstarter.testing.StubSentinel;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DnsResolvers;
import io.lettuce.core.resource.SocketAddressResolver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link SentinelWatch}.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class SentinelWatchTests {

	private static final int FORMER = 4001;

	private static final int SUCCESSOR = 4002;

	private static final Duration SOON = Duration.ofSeconds(20);

	/** The client library gives up a command after it. */
	private static final Duration UNANSWERED = Duration.ofSeconds(8);

	private static final Duration BEFORE_THE_NEXT_LOOK = Duration.ofSeconds(4);

	private final StubSentinel sentinel = new StubSentinel(FORMER);

	private final RedisClient client = this.sentinel.newClient();

	private final SessionTimer timer = new SessionTimer();

	private final AtomicInteger moved = new AtomicInteger();

	private final SentinelWatch watch = new SentinelWatch(this.timer, this.moved::incrementAndGet, "Redis");

	private final AtomicInteger left = new AtomicInteger();

	private final PrimaryFollower follower = this.watch.follower(this.left::incrementAndGet);

	@Test
	void aConnectionIsLedToThePrimaryThatIsNamed() {
		assertThat(port(this.follower.find(this.client))).isEqualTo(FORMER);
		assertThat(this.watch.isWatching()).isTrue();
	}

	@Test
	void aConnectionLeavesWhenTheSentinelTellsOfAnotherPrimary() throws IOException {
		this.follower.find(this.client);
		awaitListening(1);
		this.sentinel.elect(SUCCESSOR);
		this.sentinel.tell();
		await().until(() -> this.left.get() == 1 && this.moved.get() == 1);
		assertThat(port(this.follower.find(this.client))).isEqualTo(SUCCESSOR);
		assertThat(this.left).hasValue(1);
	}

	@Test
	void aFailoverIsFollowedAlthoughTheLogFails() throws IOException {
		this.follower.find(this.client);
		awaitListening(1);
		try (FailingLog log = FailingLog.begin()) {
			this.sentinel.elect(SUCCESSOR);
			this.sentinel.tell();
			await().until(() -> this.left.get() == 1 && this.moved.get() == 1);
			await().until(() -> log.failures() > 0);
		}
	}

	@Test
	void manyFailoversInARowAreFollowedOneByOne() throws IOException {
		this.follower.find(this.client);
		awaitListening(1);
		for (int i = 1; i <= 10; i++) {
			int failovers = i;
			this.sentinel.elect(SUCCESSOR + i);
			this.sentinel.tell();
			await().until(() -> this.left.get() == failovers);
			assertThat(port(this.follower.find(this.client))).isEqualTo(SUCCESSOR + i);
		}
		await().until(() -> this.sentinel.connections() == 1);
		assertThat(this.sentinel.subscribers()).isEqualTo(1);
	}

	@Test
	void aConnectionLeavesWhenAnotherFindsOutThatThePrimaryHasChanged() {
		AtomicInteger leftByAnother = new AtomicInteger();
		PrimaryFollower another = this.watch.follower(leftByAnother::incrementAndGet);
		this.follower.find(this.client);
		another.find(this.client);
		awaitListening(2);
		this.sentinel.elect(SUCCESSOR);
		assertThat(port(another.find(this.client))).isEqualTo(SUCCESSOR);
		assertThat(this.left).hasValue(1);
		assertThat(leftByAnother).hasValue(0);
		await().until(() -> this.moved.get() == 1);
	}

	@Test
	void anAttemptThatWasLedToTheFormerPrimaryLeavesAnotherAloneThatIsLedToItsSuccessor() {
		Runnable leave = this.left::incrementAndGet;
		PrimaryFollower misled = this.watch.follower(leave);
		PrimaryFollower another = this.watch.follower(leave);
		misled.find(this.client);
		awaitListening(1);
		this.sentinel.elect(SUCCESSOR);
		assertThat(port(another.find(this.client))).isEqualTo(SUCCESSOR);
		assertThat(this.left).hasValue(0);
		this.sentinel.elect(SUCCESSOR + 1);
		this.follower.find(this.client);
		assertThat(this.left).as("when both were led to former primaries").hasValue(1);
	}

	@Test
	void anAttemptThatArrivesAtTheFormerPrimaryIsLedToItsSuccessor() {
		Runnable leave = this.left::incrementAndGet;
		PrimaryFollower another = this.watch.follower(leave);
		StubConnection former = new StubConnection();
		StatefulConnection<String, String> successor = new StubConnection().connection();
		List<Integer> ports = new ArrayList<>();
		StatefulConnection<String, String> connected = this.watch.connect(this.client, leave, (uri) -> {
			ports.add(port(uri));
			if (ports.size() > 1) {
				return successor;
			}
			awaitListening(1);
			this.sentinel.elect(SUCCESSOR);
			another.find(this.client);
			return former.connection();
		});
		assertThat(ports).containsExactly(FORMER, SUCCESSOR);
		assertThat(connected).isSameAs(successor);
		assertThat(successor.isOpen()).isTrue();
		assertThat(former.isOpen()).isFalse();
		assertThat(this.left).hasValue(0);
	}

	@Test
	void aFailoverIsFollowedAlthoughNobodyKnewThePrimaryWhenItWasTold() throws IOException {
		SteppedSessionTimer stepped = new SteppedSessionTimer();
		SentinelWatch watch = new SentinelWatch(stepped.timer(), () -> {
		}, "Redis");
		CompletableFuture<@Nullable RedisURI> found = CompletableFuture
			.supplyAsync(() -> watch.follower(this.left::incrementAndGet).find(this.client));
		await().until(() -> {
			stepped.pass(Duration.ofMillis(10));
			return found.isDone() && this.sentinel.subscribers() == 1 && this.sentinel.questions() == 2
					&& this.sentinel.connections() == 1;
		});
		this.sentinel.forget();
		this.sentinel.tell();
		await().until(() -> {
			stepped.pass(Duration.ofMillis(10));
			return this.sentinel.questions() == 3 && this.sentinel.connections() == 1;
		});
		this.sentinel.elect(SUCCESSOR);
		assertThat(this.left).hasValue(0);
		await().until(() -> {
			stepped.pass(Duration.ofSeconds(1));
			return this.left.get() == 1;
		});
		watch.close().join();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3 })
	void aFailoverIsFollowedAtOnceAfterTheSentinelsWereSetUpAnew(int failoversBefore) throws IOException {
		for (int i = 0; i < failoversBefore; i++) {
			this.sentinel.elect(FORMER);
		}
		this.follower.find(this.client);
		awaitListening(1);
		this.sentinel.startOver();
		this.sentinel.elect(SUCCESSOR);
		this.sentinel.tell();
		StallProofTime.awaitWithin(BEFORE_THE_NEXT_LOOK, () -> this.left.get() == 1 && this.moved.get() == 1);
	}

	@Test
	void aFailoverBetweenTheTwoQuestionsIsFollowed() {
		this.sentinel.elect(FORMER);
		this.follower.find(this.client);
		awaitListening(1);
		this.sentinel.electWhenAsked(SUCCESSOR);
		PrimaryFollower another = this.watch.follower(() -> {
		});
		assertThat(port(another.find(this.client))).isEqualTo(SUCCESSOR);
		StallProofTime.awaitWithin(BEFORE_THE_NEXT_LOOK, () -> this.left.get() == 1 && this.moved.get() == 1);
	}

	@Test
	void whoMissedTheFailoverLeadsNobodyToTheFormerPrimaryWhileAnotherRefuses() {
		AtomicInteger leftByAnother = new AtomicInteger();
		PrimaryFollower another = this.watch.follower(leftByAnother::incrementAndGet);
		try (StubSentinel leader = new StubSentinel(FORMER); RedisClient both = client(this.sentinel, leader)) {
			leader.elect(SUCCESSOR);
			assertThat(port(this.follower.find(both))).isEqualTo(SUCCESSOR);
			leader.close();
			assertThatExceptionOfType(StoreException.class).isThrownBy(() -> another.find(both))
				.withMessageContaining("those that do have missed a failover")
				.satisfies((failure) -> assertThat(failure.isPassing()).isTrue());
			assertThat(this.left).hasValue(0);
			assertThat(leftByAnother).hasValue(0);
			assertThat(this.moved).hasValue(0);
		}
	}

	@Test
	void aLowerEpochIsBelievedIfNoSentinelKnowsAHigherOne() {
		this.sentinel.elect(FORMER);
		this.follower.find(this.client);
		try (StubSentinel reset = new StubSentinel(SUCCESSOR); RedisClient fresh = reset.newClient()) {
			assertThat(port(this.follower.find(fresh))).isEqualTo(SUCCESSOR);
		}
	}

	@Test
	void anotherAddressOfTheSamePrimaryIsNoFailover() throws IOException {
		this.sentinel.elect(FORMER);
		this.follower.find(this.client);
		awaitListening(1);
		this.sentinel.renumber("127.0.0.2");
		this.sentinel.tell();
		await().until(() -> this.sentinel.questions() == 3 && this.sentinel.connections() == 1);
		this.sentinel.elect(SUCCESSOR);
		this.sentinel.tell();
		await().until(() -> this.sentinel.questions() == 4 && this.sentinel.connections() == 1 && this.moved.get() > 0);
		assertThat(this.left).hasValue(1);
		assertThat(this.moved).hasValue(1);
	}

	private static RedisClient client(StubSentinel one, StubSentinel other) {
		return RedisClient.create(RedisURI.Builder.sentinel("127.0.0.1", one.port(), StubSentinel.NAME)
			.withSentinel("127.0.0.1", other.port())
			.build());
	}

	@Test
	void aNameThatNoSentinelKnowsIsSaid() {
		this.sentinel.forget();
		assertThatExceptionOfType(StoreException.class).isThrownBy(() -> this.follower.find(this.client))
			.withMessageContaining("no sentinel names the primary '" + StubSentinel.NAME + "'")
			.withMessageContaining("does not know this name")
			.satisfies((failure) -> assertThat(failure.isPassing()).isTrue());
	}

	@Test
	void theSentinelsOfANewClientAreListenedToInsteadOfTheFormerOnes() {
		this.follower.find(this.client);
		awaitListening(1);
		try (StubSentinel other = new StubSentinel(FORMER); RedisClient fresh = other.newClient()) {
			this.follower.find(fresh);
			StallProofTime.awaitWithin(BEFORE_THE_NEXT_LOOK,
					() -> other.subscribers() == 1 && this.sentinel.connections() == 0);
		}
	}

	@Test
	void thePrimaryOfOtherSentinelsIsFollowedAlthoughTheyCountAsManyFailovers() {
		PrimaryFollower another = this.watch.follower(() -> {
		});
		this.follower.find(this.client);
		try (StubSentinel other = new StubSentinel(SUCCESSOR); RedisClient fresh = other.newClient()) {
			assertThat(port(another.find(fresh))).isEqualTo(SUCCESSOR);
			assertThat(this.left).hasValue(1);
			await().until(() -> this.moved.get() == 1);
		}
	}

	/** Waits for an answer when this returns. */
	private Asking askASilentSentinel() {
		this.sentinel.fallSilent();
		CompletableFuture<@Nullable RedisURI> found = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				found.complete(this.follower.find(this.client));
			}
			catch (Throwable ex) {
				found.completeExceptionally(ex);
			}
		});
		thread.start();
		await().until(() -> this.sentinel.subscribers() == 1 && this.sentinel.questions() == 2);
		return new Asking(thread, found);
	}

	private record Asking(Thread thread, CompletableFuture<@Nullable RedisURI> found) {
	}

	@Test
	void closingLeavesNoConnectionToASentinelThatFellSilent() {
		Asking asking = askASilentSentinel();
		this.timer.close();
		this.watch.close().join();
		asking.thread().interrupt();
		assertThat(asking.found()).failsWithin(SOON).withThrowableThat().withCauseInstanceOf(StoreException.class);
		StallProofTime.awaitWithin(UNANSWERED.dividedBy(2), () -> this.sentinel.connections() == 0);
		await().atMost(SOON).until(() -> LiveThreads.named("lock-sentinel") == 0);
	}

	/** Nobody but the watch itself goes on to ask. */
	@Test
	void anAttemptThatIsGivenUpAsksNoMore() {
		Asking asking = askASilentSentinel();
		this.timer.close();
		assertThat(asking.found()).isNotDone();
		asking.thread().interrupt();
		assertThat(asking.found()).failsWithin(SOON)
			.withThrowableThat()
			.withCauseInstanceOf(StoreException.class)
			.withMessageContaining("the request to the sentinels was given up");
		StallProofTime.awaitWithin(UNANSWERED.dividedBy(2), () -> this.sentinel.connections() == 2);
	}

	@Test
	void anAddressThatCanNotBeResolvedHoldsNothingElseUp() {
		CountDownLatch resolved = new CountDownLatch(1);
		AtomicInteger waiting = new AtomicInteger();
		SocketAddressResolver stuck = new SocketAddressResolver(DnsResolvers.UNRESOLVED) {
			@Override
			public SocketAddress resolve(RedisURI uri) {
				waiting.incrementAndGet();
				awaitUninterruptibly(resolved);
				return super.resolve(uri);
			}
		};
		ClientResources resources = ClientResources.builder().socketAddressResolver(stuck).build();
		try (RedisClient blocked = RedisClient.create(resources,
				RedisURI.Builder.sentinel("127.0.0.1", 1, "locks").build())) {
			SteppedSessionTimer stepped = new SteppedSessionTimer();
			SentinelWatch watch = new SentinelWatch(stepped.timer(), () -> {
			}, "Redis");
			CompletableFuture<@Nullable RedisURI> found = CompletableFuture
				.supplyAsync(() -> watch.follower(this.left::incrementAndGet).find(blocked));
			await().until(() -> waiting.get() == 1);
			CompletableFuture<Void> passing = CompletableFuture.runAsync(() -> stepped.pass(UNANSWERED.dividedBy(2)));
			assertThat(passing).succeedsWithin(SOON);
			await().until(() -> waiting.get() == 2);
			assertThat(found).isNotDone();
			stepped.pass(UNANSWERED.dividedBy(2));
			assertThat(found).failsWithin(SOON).withThrowableThat().withCauseInstanceOf(StoreException.class);
			watch.close();
		}
		finally {
			resolved.countDown();
			resources.shutdown();
		}
	}

	private static void awaitUninterruptibly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void thePrimaryIsConnectedToWithTheRightsAndTheTlsOfTheApplication() {
		RedisURI uri = RedisURI.Builder.sentinel("127.0.0.1", this.sentinel.port(), StubSentinel.NAME)
			.withSsl(true)
			.withVerifyPeer(SslVerifyMode.CA)
			.withStartTls(true)
			.withAuthentication("shop", "secret".toCharArray())
			.withDatabase(3)
			.withClientName("orders")
			.build();
		uri.getSentinels().forEach((address) -> address.setSsl(false));
		try (RedisClient secured = RedisClient.create(uri)) {
			assertThat(this.follower.find(secured)).satisfies((found) -> {
				assertThat(found.getPort()).isEqualTo(FORMER);
				assertThat(found.isSsl()).isTrue();
				assertThat(found.isStartTls()).isTrue();
				assertThat(found.getVerifyMode()).isEqualTo(SslVerifyMode.CA);
				assertThat(found.getCredentialsProvider()).isSameAs(uri.getCredentialsProvider());
				assertThat(found.getDatabase()).isEqualTo(3);
				assertThat(found.getClientName()).isEqualTo("orders");
			});
		}
	}

	@ParameterizedTest
	@CsvSource({ "60, 8", "0, 8", "3, 3" })
	void thePrimaryHasNoLongerToAnswerAnAttemptThanTheAttemptsHaveTogether(int seconds, int limit) {
		RedisURI uri = RedisURI.Builder.sentinel("127.0.0.1", this.sentinel.port(), StubSentinel.NAME)
			.withTimeout(Duration.ofSeconds(seconds))
			.build();
		try (RedisClient client = RedisClient.create(uri)) {
			assertThat(this.follower.find(client)).extracting(RedisURI::getTimeout)
				.isEqualTo(Duration.ofSeconds(limit));
		}
	}

	private static int port(@Nullable RedisURI found) {
		assertThat(found).isNotNull();
		return found.getPort();
	}

	/** Until it has also been asked what may have been missed before. */
	private void awaitListening(int finds) {
		await().until(() -> this.sentinel.subscribers() == 1 && this.sentinel.questions() == finds + 1
				&& this.sentinel.connections() == 1);
	}

	@AfterEach
	void close() {
		this.timer.close();
		this.watch.close().join();
		this.client.shutdown();
		this.sentinel.close();
	}

}
