package io.github.lockstarter.store.redis.sentinel;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.connection.ClientSettings;
import io.github.lockstarter.store.redis.connection.ServerClient;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StallProofTime;
import io.github.lockstarter.testing.StubSentinel;
import io.github.lockstarter.testing.TestClientResources;
import io.lettuce.core.ClientOptions;
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

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final RedisURI uri = RedisURI.Builder.sentinel("127.0.0.1", this.leader.port(), StubSentinel.NAME)
		.withSentinel("127.0.0.1", this.other.port())
		.build();

	private final ServerClient client = new ServerClient(TestClientResources.shared(),
			new ClientSettings(List.of(this.uri), false, ClientOptions.create(), null));

	@Test
	void whoMissedAKnownFailoverIsNotBelievedWhileAnotherHesitates() {
		this.leader.elect(SUCCESSOR);
		this.leader.hesitate();
		CompletableFuture<Primary> found = new PrimaryLookup(this.client, this.timer, this.threads, GRACE, SOON).ask(1);
		await().pollDelay(GRACE.multipliedBy(3)).until(() -> this.leader.connections() == 1);
		this.leader.answerAgain();
		assertThat(found).succeedsWithin(SOON)
			.satisfies((primary) -> assertThat(primary.address().getPort()).isEqualTo(SUCCESSOR));
	}

	@Test
	void whoMissedAKnownFailoverIsNotBelievedAlone() {
		this.leader.close();
		CompletableFuture<Primary> found = new PrimaryLookup(this.client, this.timer, this.threads, GRACE, GRACE)
			.ask(1);
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
			CompletableFuture<Primary> found = new PrimaryLookup(this.client, this.timer, this.threads, GRACE, GRACE)
				.ask(1);
			assertThat(found).succeedsWithin(SOON).satisfies((primary) -> {
				assertThat(primary.address().getPort()).isEqualTo(FORMER);
				assertThat(primary.certain()).isTrue();
			});
		}
	}

	@Test
	void whatAllOfThemSayIsCertain() {
		CompletableFuture<Primary> found = new PrimaryLookup(this.client, this.timer, this.threads, SOON, SOON).ask(1);
		assertThat(found).succeedsWithin(SOON).satisfies((primary) -> assertThat(primary.certain()).isTrue());
	}

	@Test
	void whoStaysSilentIsAskedNoMoreWhenThePrimaryIsFound() {
		this.leader.fallSilent();
		CompletableFuture<Primary> found = new PrimaryLookup(this.client, this.timer, this.threads, GRACE, GRACE)
			.ask(0);
		assertThat(found).succeedsWithin(SOON);
		this.timer.close();
		StallProofTime.awaitWithin(BEFORE_IT_IS_UNANSWERED, () -> this.leader.connections() == 0);
	}

	@Test
	void theyAreAskedNoMoreWhenNobodyWantsToKnow() {
		this.leader.fallSilent();
		this.other.fallSilent();
		CompletableFuture<Primary> found = new PrimaryLookup(this.client, this.timer, this.threads, GRACE, GRACE)
			.ask(0);
		await().until(() -> this.leader.questions() == 1 && this.other.questions() == 1);
		found.cancel(false);
		this.timer.close();
		StallProofTime.awaitWithin(BEFORE_IT_IS_UNANSWERED,
				() -> this.leader.connections() == 0 && this.other.connections() == 0);
	}

	@AfterEach
	void close() {
		this.timer.close();
		this.threads.shutdownNow();
		this.client.shutdown();
		this.leader.close();
		this.other.close();
	}

}
