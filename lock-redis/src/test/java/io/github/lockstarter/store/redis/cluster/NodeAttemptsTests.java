package io.github.lockstarter.store.redis.cluster;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.store.redis.connection.StubConnection;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.api.StatefulConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for connections that arrive around the time at which their attempts are given up.
 */
@ExtendWith(RepeatedIfDisturbed.class)
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

	@Test
	void anAttemptThatIsNotAnsweredIsGivenUpAfterTwoSecondsAndSoIsTheNext() {
		for (int i = 0; i < 2; i++) {
			long begunAt = System.nanoTime();
			CompletableFuture<?> attempt = this.attempts.limit(new CompletableFuture<>());
			StallProofTime.awaitWithin(Duration.ofSeconds(4), attempt::isCompletedExceptionally);
			assertThat(Duration.ofNanos(System.nanoTime() - begunAt)).isGreaterThan(Duration.ofSeconds(1));
		}
	}

	@Test
	void forAConnectionThatHasArrivedLateOneAttemptHasMoreTime() {
		StubConnection late = new StubConnection();
		CompletableFuture<?> first = this.attempts.limit(new CompletableFuture<>());
		await().until(first::isDone);
		this.attempts.arrived(late.connection());
		CompletableFuture<?> second = this.attempts.limit(new CompletableFuture<>());
		await().until(() -> !late.isOpen());
		this.attempts.limit(second);
		StallProofTime.pass(Duration.ofSeconds(3));
		assertThat(second).isNotDone();
		CompletableFuture<?> third = this.attempts.limit(new CompletableFuture<>());
		StallProofTime.awaitWithin(Duration.ofSeconds(4), third::isCompletedExceptionally);
		StallProofTime.awaitWithin(Duration.ofSeconds(10), second::isCompletedExceptionally);
	}

	@AfterEach
	void close() {
		this.timer.close();
	}

}
