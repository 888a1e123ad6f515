package io.github.lockstarter.store.redis.sentinel;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StallProofTime;
import io.github.lockstarter.testing.StubSentinel;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link PrimaryLookup}.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class PrimaryLookupTests {

	private static final int FORMER = 4001;

	private static final int SUCCESSOR = 4002;

	private static final Duration GRACE = Duration.ofMillis(100);

	private static final Duration SOON = Duration.ofSeconds(20);

	/** Without the timer, the client library gives up a command after eight seconds. */
	private static final Duration BEFORE_IT_IS_UNANSWERED = Duration.ofSeconds(4);

	private final StubSentinel leader = new StubSentinel(FORMER);

	private final StubSentinel other = new StubSentinel(FORMER);

	private final SessionTimer timer = new SessionTimer();

	private final SentinelConnections connections = new SentinelConnections(this.timer);

	private final RedisURI uri = RedisURI.Builder.sentinel("127.0.0.1", this.leader.port(), StubSentinel.NAME)
		.withSentinel("127.0.0.1", this.other.port())
		.build();

	private final RedisClient client = RedisClient.create(this.uri);

	@Test
	void whoMissedAKnownFailoverIsNotBelievedWhileAnotherHesitates() {
		this.leader.elect(SUCCESSOR);
		this.leader.hesitate();
		CompletableFuture<Primary> found = new PrimaryLookup(this.connections, this.timer, GRACE, SOON).ask(this.client,
				this.uri, 1);
		await().pollDelay(GRACE.multipliedBy(3)).until(() -> this.leader.connections() == 1);
		this.leader.answerAgain();
		assertThat(found).succeedsWithin(SOON)
			.satisfies((primary) -> assertThat(primary.address().getPort()).isEqualTo(SUCCESSOR));
	}

	@Test
	void whoMissedAKnownFailoverIsNotBelievedAlone() {
		this.leader.close();
		CompletableFuture<Primary> found = new PrimaryLookup(this.connections, this.timer, GRACE, GRACE)
			.ask(this.client, this.uri, 1);
		assertThat(found).failsWithin(SOON)
			.withThrowableThat()
			.havingCause()
			.asInstanceOf(type(StoreException.class))
			.satisfies((failure) -> {
				assertThat(failure.isPassing()).isTrue();
				assertThat(failure).hasMessageContaining(
						"too few sentinels of 'locks' answer, and those that do have missed a failover (");
			});
	}

	@Test
	void anOlderFailoverIsBelievedIfMostSayIt() {
		try (StubSentinel third = new StubSentinel(FORMER)) {
			this.uri.getSentinels().add(RedisURI.create("127.0.0.1", third.port()));
			this.leader.close();
			CompletableFuture<Primary> found = new PrimaryLookup(this.connections, this.timer, GRACE, GRACE)
				.ask(this.client, this.uri, 1);
			assertThat(found).succeedsWithin(SOON).satisfies((primary) -> {
				assertThat(primary.address().getPort()).isEqualTo(FORMER);
				assertThat(primary.certain()).isTrue();
			});
		}
	}

	@Test
	void whatAllOfThemSayIsCertain() {
		CompletableFuture<Primary> found = new PrimaryLookup(this.connections, this.timer, SOON, SOON).ask(this.client,
				this.uri, 1);
		assertThat(found).succeedsWithin(SOON).satisfies((primary) -> assertThat(primary.certain()).isTrue());
	}

	@Test
	void whoStaysSilentIsAskedNoMoreWhenThePrimaryIsFound() {
		this.leader.fallSilent();
		CompletableFuture<Primary> found = new PrimaryLookup(this.connections, this.timer, GRACE, GRACE)
			.ask(this.client, this.uri, 0);
		assertThat(found).succeedsWithin(SOON);
		this.timer.close();
		StallProofTime.awaitWithin(BEFORE_IT_IS_UNANSWERED, () -> this.leader.connections() == 0);
	}

	@Test
	void theyAreAskedNoMoreWhenNobodyWantsToKnow() {
		this.leader.fallSilent();
		this.other.fallSilent();
		CompletableFuture<Primary> found = new PrimaryLookup(this.connections, this.timer, GRACE, GRACE)
			.ask(this.client, this.uri, 0);
		await().until(() -> this.leader.questions() == 1 && this.other.questions() == 1);
		found.cancel(false);
		this.timer.close();
		StallProofTime.awaitWithin(BEFORE_IT_IS_UNANSWERED,
				() -> this.leader.connections() == 0 && this.other.connections() == 0);
	}

	@AfterEach
	void close() {
		this.timer.close();
		this.connections.close().join();
		this.client.shutdown();
		this.leader.close();
		this.other.close();
	}

}
