package io.github.lockstarter.store.redis.sentinel;

import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.connection.ClientSettings;
import io.github.lockstarter.store.redis.connection.ServerClient;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.store.redis.connection.SteppedSessionTimer;
import io.github.lockstarter.store.redis.connection.StubConnection;
import io.github.lockstarter.testing.FailingLog;
import io.github.lockstarter.testing.LiveThreads;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StallProofTime;
import io.github.lockstarter.testing.StubSentinel;
import io.github.lockstarter.testing.TestClientResources;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DnsResolvers;
import io.lettuce.core.resource.SocketAddressResolver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
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

	private final ServerClient client = client(this.sentinel.uri());

	private final SessionTimer timer = new SessionTimer();

	private final AtomicInteger moved = new AtomicInteger();

	private final SentinelWatch watch = new SentinelWatch(this.timer, this.moved::incrementAndGet, "Redis");

	private volatile boolean watching;

	SentinelWatchTests() {
		this.watch.whenWatching((begins) -> this.watching = begins);
	}

	@Test
	void aConnectionIsLedToThePrimaryThatIsNamed() {
		assertThat(connect().port()).isEqualTo(FORMER);
		assertThat(this.watching).isTrue();
	}

	@Test
	void aConnectionLeavesWhenTheSentinelTellsOfAnotherPrimary() throws IOException {
		Led former = connect();
		awaitListening(1);
		this.sentinel.elect(SUCCESSOR);
		this.sentinel.tell();
		await().until(() -> former.isLeft() && this.moved.get() == 1);
		Led successor = connect();
		assertThat(successor.port()).isEqualTo(SUCCESSOR);
		assertThat(successor.isLeft()).isFalse();
	}

	@Test
	void aFailoverIsFollowedAlthoughTheLogFails() throws IOException {
		Led former = connect();
		awaitListening(1);
		try (FailingLog log = FailingLog.begin()) {
			this.sentinel.elect(SUCCESSOR);
			this.sentinel.tell();
			await().until(() -> former.isLeft() && this.moved.get() == 1);
			await().until(() -> log.failures() > 0);
		}
	}

	@Test
	void manyFailoversInARowAreFollowedOneByOne() throws IOException {
		Led last = connect();
		awaitListening(1);
		for (int i = 1; i <= 10; i++) {
			this.sentinel.elect(SUCCESSOR + i);
			this.sentinel.tell();
			await().until(last::isLeft);
			last = connect();
			assertThat(last.port()).isEqualTo(SUCCESSOR + i);
		}
		await().until(() -> this.sentinel.connections() == 1);
		assertThat(this.sentinel.subscribers()).isEqualTo(1);
	}

	@Test
	void aConnectionLeavesWhenAnotherFindsOutThatThePrimaryHasChanged() {
		Led former = connect();
		awaitListening(1);
		this.sentinel.elect(SUCCESSOR);
		Led another = connect();
		assertThat(another.port()).isEqualTo(SUCCESSOR);
		assertThat(former.isLeft()).isTrue();
		assertThat(another.isLeft()).isFalse();
		await().until(() -> this.moved.get() == 1);
	}

	@Test
	void anAttemptThatHangsAtTheFormerPrimaryIsLedToItsSuccessor() {
		List<Integer> ports = new CopyOnWriteArrayList<>();
		CompletableFuture<StatefulRedisConnection<String, String>> hanging = new CompletableFuture<>();
		StubConnection late = new StubConnection();
		StubConnection successor = new StubConnection();
		CompletableFuture<?> connected = this.watch.connect(this.client, (uri) -> {
			ports.add(uri.getPort());
			return (ports.size() == 1) ? hanging : CompletableFuture.completedStage(successor.connection());
		}).toCompletableFuture();
		awaitListening(1);
		this.sentinel.elect(SUCCESSOR);
		assertThat(connect().port()).isEqualTo(SUCCESSOR);
		assertThat(connected).succeedsWithin(SOON);
		assertThat(ports).containsExactly(FORMER, SUCCESSOR);
		hanging.complete(late.connection());
		assertThat(late.isOpen()).isFalse();
		assertThat(successor.isOpen()).isTrue();
	}

	@Test
	void aFailoverIsFollowedAlthoughNobodyKnewThePrimaryWhenItWasTold() throws IOException {
		SteppedSessionTimer stepped = new SteppedSessionTimer();
		SentinelWatch watch = new SentinelWatch(stepped.timer(), () -> {
		}, "Redis");
		CompletableFuture<Led> found = begin(watch, this.client);
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
		assertThat(found.join().isLeft()).isFalse();
		await().until(() -> {
			stepped.pass(Duration.ofSeconds(1));
			return found.join().isLeft();
		});
		watch.close();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3 })
	void aFailoverIsFollowedAtOnceAfterTheSentinelsWereSetUpAnew(int failoversBefore) throws IOException {
		for (int i = 0; i < failoversBefore; i++) {
			this.sentinel.elect(FORMER);
		}
		Led former = connect();
		awaitListening(1);
		this.sentinel.startOver();
		this.sentinel.elect(SUCCESSOR);
		this.sentinel.tell();
		StallProofTime.awaitWithin(BEFORE_THE_NEXT_LOOK, () -> former.isLeft() && this.moved.get() == 1);
	}

	@Test
	void aFailoverBetweenTheTwoQuestionsIsFollowed() {
		this.sentinel.elect(FORMER);
		Led former = connect();
		awaitListening(1);
		this.sentinel.electWhenAsked(SUCCESSOR);
		assertThat(connect().port()).isEqualTo(SUCCESSOR);
		StallProofTime.awaitWithin(BEFORE_THE_NEXT_LOOK, () -> former.isLeft() && this.moved.get() == 1);
	}

	@Test
	void whoMissedTheFailoverLeadsNobodyToTheFormerPrimaryWhileAnotherRefuses() {
		try (StubSentinel leader = new StubSentinel(FORMER); ServerClient both = client(this.sentinel, leader)) {
			leader.elect(SUCCESSOR);
			Led led = connect(both);
			assertThat(led.port()).isEqualTo(SUCCESSOR);
			leader.close();
			assertThat(begin(this.watch, both)).failsWithin(SOON)
				.withThrowableThat()
				.havingCause()
				.isInstanceOfSatisfying(StoreException.class, (failure) -> assertThat(failure.isPassing()).isTrue())
				.withMessageContaining("those that do have missed a failover");
			assertThat(led.isLeft()).isFalse();
			assertThat(this.moved).hasValue(0);
		}
	}

	@Test
	void aLowerEpochIsBelievedIfNoSentinelKnowsAHigherOne() {
		this.sentinel.elect(FORMER);
		connect();
		try (StubSentinel reset = new StubSentinel(SUCCESSOR); ServerClient fresh = client(reset.uri())) {
			assertThat(connect(fresh).port()).isEqualTo(SUCCESSOR);
		}
	}

	@Test
	void anotherAddressOfTheSamePrimaryIsNoFailover() throws IOException {
		this.sentinel.elect(FORMER);
		Led former = connect();
		awaitListening(1);
		this.sentinel.renumber("127.0.0.2");
		this.sentinel.tell();
		await().until(() -> this.sentinel.questions() == 3 && this.sentinel.connections() == 1);
		assertThat(former.isLeft()).isFalse();
		this.sentinel.elect(SUCCESSOR);
		this.sentinel.tell();
		await().until(() -> this.sentinel.questions() == 4 && this.sentinel.connections() == 1 && this.moved.get() > 0);
		assertThat(former.isLeft()).isTrue();
		assertThat(this.moved).hasValue(1);
	}

	private static ServerClient client(RedisURI uri) {
		return client(TestClientResources.shared(), uri);
	}

	private static ServerClient client(ClientResources resources, RedisURI uri) {
		return new ServerClient(resources, new ClientSettings(List.of(uri), false, ClientOptions.create(), null));
	}

	private static ServerClient client(StubSentinel one, StubSentinel other) {
		return client(RedisURI.Builder.sentinel("127.0.0.1", one.port(), StubSentinel.NAME)
			.withSentinel("127.0.0.1", other.port())
			.build());
	}

	@Test
	void aNameThatNoSentinelKnowsIsSaid() {
		this.sentinel.forget();
		assertThat(begin(this.watch, this.client)).failsWithin(SOON)
			.withThrowableThat()
			.havingCause()
			.isInstanceOfSatisfying(StoreException.class, (failure) -> assertThat(failure.isPassing()).isTrue())
			.withMessageContaining("no sentinel names the primary '" + StubSentinel.NAME + "'")
			.withMessageContaining("does not know this name");
	}

	@Test
	void theSentinelsOfANewClientAreListenedToInsteadOfTheFormerOnes() {
		connect();
		awaitListening(1);
		try (StubSentinel other = new StubSentinel(FORMER); ServerClient fresh = client(other.uri())) {
			connect(fresh);
			StallProofTime.awaitWithin(BEFORE_THE_NEXT_LOOK,
					() -> other.subscribers() == 1 && this.sentinel.connections() == 0);
		}
	}

	@Test
	void sentinelsAreLeftWhenAnotherClientNamesNone() {
		connect();
		awaitListening(1);
		try (ServerClient single = client(RedisURI.create("127.0.0.1", FORMER))) {
			assertThat(connect(single).port()).isEqualTo(FORMER);
			assertThat(this.watching).isFalse();
			StallProofTime.awaitWithin(BEFORE_THE_NEXT_LOOK, () -> this.sentinel.connections() == 0);
		}
	}

	@Test
	void thePrimaryOfOtherSentinelsIsFollowedAlthoughTheyCountAsManyFailovers() {
		Led former = connect();
		try (StubSentinel other = new StubSentinel(SUCCESSOR); ServerClient fresh = client(other.uri())) {
			assertThat(connect(fresh).port()).isEqualTo(SUCCESSOR);
			assertThat(former.isLeft()).isTrue();
			await().until(() -> this.moved.get() == 1);
		}
	}

	@Test
	void closingLeavesNoConnectionToASentinelThatFellSilent() {
		this.sentinel.fallSilent();
		begin(this.watch, this.client);
		await().until(() -> this.sentinel.subscribers() == 1 && this.sentinel.questions() == 2);
		this.timer.close();
		this.watch.close();
		this.client.shutdown();
		StallProofTime.awaitWithin(UNANSWERED.dividedBy(2), () -> this.sentinel.connections() == 0);
		await().atMost(SOON).until(() -> LiveThreads.named("lock-sentinel") == 0);
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
		try (ServerClient blocked = client(resources, RedisURI.Builder.sentinel("127.0.0.1", 1, "locks").build())) {
			SteppedSessionTimer stepped = new SteppedSessionTimer();
			SentinelWatch watch = new SentinelWatch(stepped.timer(), () -> {
			}, "Redis");
			CompletableFuture<Led> found = begin(watch, blocked);
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
		try (ServerClient secured = client(uri)) {
			RedisURI found = connect(secured).address();
			assertThat(found.getPort()).isEqualTo(FORMER);
			assertThat(found.isSsl()).isTrue();
			assertThat(found.isStartTls()).isTrue();
			assertThat(found.getVerifyMode()).isEqualTo(SslVerifyMode.CA);
			assertThat(found.getCredentialsProvider()).isSameAs(uri.getCredentialsProvider());
			assertThat(found.getDatabase()).isEqualTo(3);
			assertThat(found.getClientName()).isEqualTo("orders");
		}
	}

	private Led connect() {
		return connect(this.client);
	}

	private Led connect(ServerClient client) {
		CompletableFuture<Led> led = begin(this.watch, client);
		assertThat(led).succeedsWithin(SOON);
		return led.join();
	}

	private static CompletableFuture<Led> begin(SentinelWatch watch, ServerClient client) {
		StubConnection connection = new StubConnection();
		AtomicReference<@Nullable RedisURI> address = new AtomicReference<>();
		return watch.connect(client, (uri) -> {
			address.set(uri);
			return CompletableFuture.completedStage(connection.connection());
		}).thenApply((opened) -> new Led(Objects.requireNonNull(address.get()), connection)).toCompletableFuture();
	}

	/** A connection, and where it was led. */
	private record Led(RedisURI address, StubConnection connection) {

		int port() {
			return this.address.getPort();
		}

		boolean isLeft() {
			return !this.connection.isOpen();
		}

	}

	/** Until it has also been asked what may have been missed before. */
	private void awaitListening(int finds) {
		await().until(() -> this.sentinel.subscribers() == 1 && this.sentinel.questions() == finds + 1
				&& this.sentinel.connections() == 1);
	}

	@AfterEach
	void close() {
		this.timer.close();
		this.watch.close();
		this.client.shutdown();
		this.sentinel.close();
	}

}
