package io.github.lockstarter.store.redis.cluster;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.store.redis.connection.SteppedSessionTimer;
import io.github.lockstarter.store.redis.connection.StubConnection;
import io.lettuce.core.api.StatefulConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for connections that arrive around the time at which their attempts are given up.
 */
class NodeAttemptsTests {

	private static final Duration LIMIT = Duration.ofSeconds(2);

	private static final Duration MOMENT = Duration.ofNanos(1);

	private static final Duration JUST_BEFORE = LIMIT.minus(MOMENT);

	private final SteppedSessionTimer timer = new SteppedSessionTimer();

	private final StubConnection used = new StubConnection();

	private final StatefulConnection<String, String> connection = this.used.connection();

	private final NodeAttempts attempts = new NodeAttempts(this.timer.timer(), (arrived) -> arrived == this.connection);

	@Test
	void aConnectionThatArrivesJustBeforeItsAttemptIsGivenUpIsClosed() {
		StubConnection late = new StubConnection();
		CompletableFuture<?> attempt = this.attempts.limit(new CompletableFuture<>());
		this.attempts.arrived(late.connection());
		this.timer.pass(JUST_BEFORE);
		assertThat(late.isOpen()).isTrue();
		this.timer.pass(MOMENT);
		assertThat(late.isOpen()).isFalse();
		assertThat(attempt).isCompletedExceptionally();
	}

	@Test
	void aConnectionThatIsUsedStaysOpenAlthoughAnotherAttemptWasGivenUp() {
		StubConnection late = new StubConnection();
		this.attempts.limit(new CompletableFuture<>());
		this.attempts.arrived(this.connection);
		this.attempts.arrived(late.connection());
		this.timer.pass(LIMIT);
		assertThat(late.isOpen()).isFalse();
		assertThat(this.used.isOpen()).isTrue();
	}

	@Test
	void anAttemptThatIsNotAnsweredIsGivenUpAfterTwoSecondsAndSoIsTheNext() {
		for (int i = 0; i < 2; i++) {
			CompletableFuture<?> attempt = this.attempts.limit(new CompletableFuture<>());
			this.timer.pass(JUST_BEFORE);
			assertThat(attempt).isNotDone();
			this.timer.pass(MOMENT);
			assertThat(attempt).isCompletedExceptionally();
		}
	}

	@Test
	void forAConnectionThatHasArrivedLateOneAttemptHasEightSeconds() {
		arriveLate();
		CompletableFuture<?> second = this.attempts.limit(new CompletableFuture<>());
		this.attempts.limit(second);
		this.timer.pass(LIMIT);
		CompletableFuture<?> third = this.attempts.limit(new CompletableFuture<>());
		this.timer.pass(LIMIT);
		assertThat(third).isCompletedExceptionally();
		this.timer.pass(LIMIT.plus(JUST_BEFORE));
		assertThat(second).isNotDone();
		this.timer.pass(MOMENT);
		assertThat(second).isCompletedExceptionally();
	}

	@Test
	void aConnectionThatHasArrivedLateIsRememberedForTenSeconds() {
		arriveLate();
		this.timer.pass(Duration.ofSeconds(8).minus(MOMENT));
		CompletableFuture<?> remembered = this.attempts.limit(new CompletableFuture<>());
		this.timer.pass(LIMIT);
		assertThat(remembered).isNotDone();
		arriveLate();
		this.timer.pass(Duration.ofSeconds(8));
		CompletableFuture<?> next = this.attempts.limit(new CompletableFuture<>());
		this.timer.pass(LIMIT);
		assertThat(next).isCompletedExceptionally();
	}

	/** An attempt is given up, and its connection found to be late and closed. */
	private void arriveLate() {
		StubConnection late = new StubConnection();
		CompletableFuture<?> attempt = this.attempts.limit(new CompletableFuture<>());
		this.attempts.arrived(late.connection());
		this.timer.pass(LIMIT);
		assertThat(attempt).isCompletedExceptionally();
		assertThat(late.isOpen()).isFalse();
	}

	@AfterEach
	void close() {
		this.timer.timer().close();
	}

}
