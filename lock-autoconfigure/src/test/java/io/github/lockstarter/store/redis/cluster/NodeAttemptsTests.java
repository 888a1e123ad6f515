package io.github.lockstarter.store.redis.cluster;

import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.store.redis.connection.StubConnection;
import io.lettuce.core.api.StatefulConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for connections that arrive around the time at which their attempts are given up.
 */
class NodeAttemptsTests {

	private final SessionTimer timer = new SessionTimer();

	private final StubConnection used = new StubConnection();

	private final StatefulConnection<String, String> connection = this.used.connection();

	private final NodeAttempts attempts = new NodeAttempts(this.timer, (arrived) -> arrived == this.connection);

	@Test
	void aConnectionThatArrivesJustBeforeItsAttemptIsGivenUpIsClosed() {
		StubConnection late = new StubConnection();
		CompletableFuture<?> attempt = this.attempts.limit(new CompletableFuture<>());
		this.attempts.arrived(late.connection());
		await().until(() -> !late.isOpen());
		assertThat(attempt).isCompletedExceptionally();
	}

	@Test
	void aConnectionThatIsUsedStaysOpenAlthoughAnotherAttemptWasGivenUp() {
		StubConnection late = new StubConnection();
		this.attempts.arrived(this.connection);
		this.attempts.limit(new CompletableFuture<>());
		this.attempts.arrived(late.connection());
		await().until(() -> !late.isOpen());
		assertThat(this.used.isOpen()).isTrue();
	}

	@AfterEach
	void close() {
		this.timer.close();
	}

}
