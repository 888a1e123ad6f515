package io.github.lockstarter.store.redis.command;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;

import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Unit tests for {@link ScriptCommand}: it ends once, and tells everybody.
 */
class ScriptCommandTests {

	private static final Duration LONGEST = Duration.ofSeconds(60);

	private final SessionTimer timer = new SessionTimer();

	private final InFlightCommands inFlight = new InFlightCommands(this.timer, LONGEST, () -> {
	}, () -> {
	});

	private final ScriptCommand<String> command = new ScriptCommand<>(CommandType.EVALSHA,
			new ValueOutput<>(StringCodec.UTF8), "digest", new String[] { "lock:a" }, new String[0]);

	private final List<String> told = new ArrayList<>();

	@Test
	void tellsItsAnswer() {
		this.command.onComplete(telling("timeout"));
		this.command.onComplete((result) -> this.told.add("tracing " + result));
		this.command.follow(this.inFlight, telling("done"));
		assertThat(this.command.isDone()).isFalse();
		answer();
		assertThat(this.command.isDone()).isTrue();
		assertThat(this.told).containsExactly("done granted", "timeout granted", "tracing granted");
	}

	@Test
	void tellsWhoComesAfterItsEnd() {
		answer();
		this.command.follow(this.inFlight, telling("done"));
		this.command.onComplete(telling("timeout"));
		assertThat(this.told).containsExactly("done granted", "timeout granted");
	}

	@Test
	void tellsWhatRedisRefusesAsLettuceDoes() {
		this.command.follow(this.inFlight, telling("done"));
		this.command.getOutput()
			.setError(ByteBuffer.wrap("NOSCRIPT No matching script.".getBytes(StandardCharsets.US_ASCII)));
		this.command.complete();
		assertThat(this.told).containsExactly("done " + RedisNoScriptException.class.getSimpleName());
	}

	@Test
	void endsOnce() {
		this.command.follow(this.inFlight, telling("done"));
		assertThat(this.command.completeExceptionally(new RedisCommandTimeoutException())).isTrue();
		answer();
		this.command.cancel();
		assertThat(this.command.completeExceptionally(new IllegalStateException())).isFalse();
		assertThat(this.command.isCancelled()).isFalse();
		assertThat(this.told).containsExactly("done " + RedisCommandTimeoutException.class.getSimpleName());
	}

	@Test
	void isCancelled() {
		this.command.follow(this.inFlight, telling("done"));
		this.command.cancel();
		assertThat(this.command.isCancelled()).isTrue();
		assertThat(this.command.isDone()).isTrue();
		assertThat(this.told).containsExactly("done " + CancellationException.class.getSimpleName());
	}

	/** Netty would end the next command on the connection for it. */
	@Test
	void whatIsThrownIsContained() {
		this.command.onComplete(telling("timeout"));
		this.command.follow(this.inFlight, (result, failure) -> {
			throw new StackOverflowError();
		});
		answer();
		assertThat(this.told).containsExactly("timeout granted");
	}

	private void answer() {
		this.command.getOutput().set(ByteBuffer.wrap("granted".getBytes(StandardCharsets.US_ASCII)));
		this.command.complete();
	}

	private BiConsumer<@Nullable String, @Nullable Throwable> telling(String who) {
		return (result, failure) -> this.told
			.add(who + " " + ((failure != null) ? failure.getClass().getSimpleName() : result));
	}

	@AfterEach
	void close() {
		this.timer.close();
	}

}
