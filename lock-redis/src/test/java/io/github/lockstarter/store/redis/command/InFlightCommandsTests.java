package io.github.lockstarter.store.redis.command;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.store.redis.connection.StubConnection;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link InFlightCommands}.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class InFlightCommandsTests {

	private static final Duration LONGEST = Duration.ofMillis(500);

	private static final Duration SOON = Duration.ofSeconds(20);

	private final SessionTimer timer = new SessionTimer();

	private final AtomicInteger silent = new AtomicInteger();

	private final InFlightCommands inFlight = new InFlightCommands(this.timer, LONGEST, this.silent::incrementAndGet,
			() -> {
			});

	@Test
	void silenceIsToldOnceWhenNothingIsAnswered() {
		long startedAt = System.nanoTime();
		follow();
		follow();
		await().atMost(SOON).until(() -> this.silent.get() == 1);
		assertThat(Duration.ofNanos(System.nanoTime() - startedAt)).isGreaterThanOrEqualTo(LONGEST);
		await().during(LONGEST.multipliedBy(3)).until(() -> this.silent.get() == 1);
	}

	@Test
	void isNotSilentWhileAnythingIsAnswered() {
		follow();
		await().during(LONGEST.multipliedBy(3)).until(() -> {
			follow().complete("PONG");
			return this.silent.get() == 0;
		});
	}

	@Test
	void silenceAfterAnAnswerIsNoticedToo() {
		follow().complete("PONG");
		follow();
		await().atMost(SOON).until(() -> this.silent.get() == 1);
	}

	@Test
	void silenceBeginsAnew() {
		follow();
		await().atMost(SOON).until(() -> this.silent.get() == 1);
		follow();
		await().atMost(SOON).until(() -> this.silent.get() == 2);
	}

	@Test
	void aCommandThatIsNotAnsweredIsGivenUp() {
		AsyncCommand<String, String, String> command = follow();
		await().atMost(SOON).until(command::isCancelled);
	}

	@Test
	void aCommandThatIsGivenUpIsNoSignOfLife() {
		follow().cancel(false);
		await().atMost(SOON).until(() -> this.silent.get() == 1);
	}

	@Test
	void anAnswerIsASignOfLife() {
		follow().complete("PONG");
		await().during(LONGEST.multipliedBy(2)).until(() -> this.silent.get() == 0);
	}

	private AsyncCommand<String, String, String> follow() {
		AsyncCommand<String, String, String> command = new AsyncCommand<>(
				new Command<>(CommandType.PING, new StatusOutput<>(StringCodec.UTF8)));
		this.inFlight.follow(new StubConnection().connection(), command, (result, failure) -> {
		});
		assertThat(command).isNotDone();
		return command;
	}

	@AfterEach
	void close() {
		this.timer.close();
	}

}
