package io.github.lockstarter.store.redis.command;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.TestServers;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for scripts whose connection is lost, that are not answered, or whose answers can
 * not be read.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class ScriptIntegrationTests {

	private static final Duration LONGEST = Duration.ofMillis(500);

	private static final Duration SOON = Duration.ofSeconds(20);

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RedisClient redis = this.server.newClient();

	private final StatefulRedisConnection<String, String> connection = this.redis.connect();

	private final SessionTimer timer = new SessionTimer();

	private final InFlightCommands inFlight = new InFlightCommands(this.timer, LONGEST, () -> {
	}, () -> {
	});

	/** Lettuce would keep it until it has connected again. */
	@Test
	void aScriptFailsAtOnceWhoseConnectionIsLostWhileItIsSent() {
		this.server.kill();
		await().until(() -> !this.connection.isOpen());
		CompletableFuture<@Nullable Throwable> ended = run();
		assertThat(ended).isCompleted();
		assertThat(ended.join()).isInstanceOf(CancellationException.class);
	}

	@Test
	void aScriptFailsThatIsNotAnswered() {
		assertThat(run().join()).isNull();
		this.server.pause();
		CompletableFuture<@Nullable Throwable> ended = run();
		assertThat(ended).isNotCompleted();
		assertThat(ended).succeedsWithin(SOON).isInstanceOf(CancellationException.class);
		this.server.resume();
		assertThat(run().join()).isNull();
	}

	@Test
	void aCallEndsWhoseAnswerCanNotBeReadForWhateverReason() {
		Connections connections = new Connections(TestServers.client(TestServers.of(this.server)), "lock:", "Redis");
		CompletableFuture<?> call = new ScriptExecutor(connections).run(Script.INSPECT, "lock:a",
				new String[] { "lock:a" }, new String[] { "one:0", "" }, (answer) -> {
					throw new NoClassDefFoundError("by the test");
				});
		assertThat(call).failsWithin(SOON)
			.withThrowableThat()
			.withCauseInstanceOf(StoreException.class)
			.withMessageContaining("by the test");
		connections.close().join();
	}

	private CompletableFuture<@Nullable Throwable> run() {
		CompletableFuture<@Nullable Throwable> ended = new CompletableFuture<>();
		Script.INSPECT.send(CommandType.EVAL, false, this.connection, LoadedScripts.ASKING, this.inFlight,
				new String[] { "lock:a" }, new String[] { "one:0", "" }, (result, failure) -> ended.complete(failure));
		return ended;
	}

	@AfterEach
	void close() {
		this.timer.close();
		this.redis.shutdown();
		this.server.close();
	}

}
