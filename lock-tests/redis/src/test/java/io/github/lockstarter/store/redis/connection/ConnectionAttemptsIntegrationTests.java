package io.github.lockstarter.store.redis.connection;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;

import io.github.lockstarter.faults.proxy.Direction;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.store.redis.TestServers;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.LiveThreads;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ConnectionAttempts}.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class ConnectionAttemptsIntegrationTests {

	/** The client library would wait for a minute. */
	private static final Duration SOON = Duration.ofSeconds(40);

	/** Several series of attempts. */
	private static final Duration LONG = Duration.ofSeconds(30);

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RespProxy proxy = new RespProxy(this.server.port());

	private final RedisClient redis = RedisClient.create("redis://127.0.0.1:" + this.proxy.port());

	private final Connections connections = new Connections(TestServers.client(TestServers.at(this.proxy.port())),
			"lock:", "Redis");

	@Test
	void anAttemptThatIsAnsweredCountsWhileEarlierOnesAreNot() {
		this.proxy.strandNext(3);
		assertThat(connection()).succeedsWithin(SOON);
		assertThat(this.proxy.stranded()).isBetween(1L, 3L);
		assertThat(connection().join().isOpen()).isTrue();
	}

	@Test
	void anAttemptThatIsAnsweredAfterThreeSecondsCountsWhileLaterOnesAreNot() {
		this.proxy.delay(Direction.REPLIES, Duration.ofSeconds(3));
		CompletableFuture<?> opened = connection();
		await().until(() -> this.proxy.connections() == 1);
		this.proxy.strandNext(Integer.MAX_VALUE);
		await().until(() -> this.proxy.stranded() == 1);
		this.proxy.delay(Direction.REPLIES, Duration.ZERO);
		assertThat(opened).succeedsWithin(SOON);
		assertThat(connection().join().isOpen()).isTrue();
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void aConnectionThatArrivesLateIsClosedAndForgotten(CapturedOutput output) {
		this.proxy.blackHole(Direction.REPLIES);
		assertGivenUp();
		this.proxy.heal();
		await().atMost(SOON).until(() -> this.proxy.connections() == 0);
		this.redis.shutdown();
		assertThat(output).doesNotContain("already closed");
	}

	@Test
	void attemptsThatHangPileUpNeitherThreadsNorConnections() {
		this.proxy.strandNext(Integer.MAX_VALUE);
		for (int i = 0; i < 2; i++) {
			assertGivenUp();
			await().until(() -> LiveThreads.named("lock-connect") == 0);
			await().pollDelay(Duration.ofMillis(150)).until(() -> true);
		}
		await().atMost(SOON).until(() -> this.proxy.stranded() <= 4);
	}

	/** Each series of attempts may meet the end of the one before. */
	@Test
	void attemptsToReachAClusterThatHangPileUpNoConnectionsEither() {
		this.proxy.strandNext(Integer.MAX_VALUE);
		Connections cluster = new Connections(
				TestServers
					.client(RedisServers.ofCluster(List.of(RedisURI.create("redis://127.0.0.1:" + this.proxy.port())))),
				"lock:", "Redis");
		AtomicLong most = new AtomicLong();
		await().pollInterval(Duration.ofMillis(200)).during(LONG).atMost(LONG.multipliedBy(2)).until(() -> {
			cluster.server("lock:a");
			return most.accumulateAndGet(this.proxy.stranded(), Math::max) >= 0;
		});
		assertThat(most.get()).isBetween(1L, 12L);
		cluster.close().join();
	}

	private CompletableFuture<StatefulRedisConnection<String, String>> connection() {
		return this.connections.servers().only().connection();
	}

	private void assertGivenUp() {
		assertThat(connection()).failsWithin(SOON)
			.withThrowableOfType(ExecutionException.class)
			.havingCause()
			.isInstanceOfSatisfying(StoreException.class, (failure) -> {
				assertThat(failure.isPassing()).isTrue();
				assertThat(failure.getKind()).isEqualTo(Kind.CONNECTION);
			})
			.withMessageStartingWith(
					"Redis at 127.0.0.1:" + this.proxy.port() + " did not answer an attempt to connect");
	}

	@AfterEach
	void close() {
		this.connections.close().join();
		this.redis.shutdown();
		this.proxy.close();
		this.server.close();
	}

}
