package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class EmbeddedRedisIntegrationTests {

	private EmbeddedRedis redis;

	private RedisClient client;

	@BeforeEach
	void start() {
		this.redis = EmbeddedRedis.start("--maxmemory", "64mb");
		this.client = this.redis.newClient();
	}

	@AfterEach
	void close() {
		this.client.shutdown();
		this.redis.close();
	}

	@Test
	void startsWithItsArgumentsAndWithoutPersistence() {
		RedisCommands<String, String> commands = this.client.connect().sync();
		assertThat(commands.configGet("maxmemory")).containsEntry("maxmemory", "67108864");
		assertThat(commands.configGet("save")).containsEntry("save", "");
		assertThat(commands.info("server")).contains("process_id:" + this.redis.pid());
	}

	@Test
	void pausedAnswersNothingUntilResumed() {
		RedisAsyncCommands<String, String> commands = this.client.connect().async();
		this.redis.pause();
		CompletableFuture<String> answer = commands.ping().toCompletableFuture();
		assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> answer.get(200, TimeUnit.MILLISECONDS));
		this.redis.resume();
		assertThat(answer).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("PONG");
	}

	@Test
	void comesBackEmptyOnItsPortAfterBeingKilled() {
		RedisCommands<String, String> commands = this.client.connect().sync();
		commands.set("key", "value");
		int port = this.redis.port();
		long pid = this.redis.pid();
		this.redis.kill();
		assertThat(this.redis.isRunning()).isFalse();
		this.redis.restart();
		assertThat(this.redis.port()).isEqualTo(port);
		assertThat(this.redis.pid()).isNotEqualTo(pid);
		assertThat(commands.exists("key")).isZero();
	}

	@Test
	void stopsEvenWhilePaused() {
		this.redis.pause();
		this.redis.stop();
		assertThat(ProcessHandle.of(this.redis.pid())).isEmpty();
	}

	@Test
	void tellsWhyItDidNotStart() {
		assertThatIllegalStateException().isThrownBy(() -> EmbeddedRedis.start("--no-such-directive", "1"))
			.satisfies((ex) -> assertThat(ex.getSuppressed()[0]).hasMessageContaining("no-such-directive"));
	}

}
