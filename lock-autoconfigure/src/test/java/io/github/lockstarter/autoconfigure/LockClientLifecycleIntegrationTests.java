package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostEvent;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StoredRecord;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for locks when the application stops, starts again, or loses one.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class LockClientLifecycleIntegrationTests {

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final RedisClient observer = this.redis.newClient();

	private final RedisCommands<String, String> commands = this.observer.connect().sync();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, DataRedisAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.port=" + this.redis.port());

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		this.observer.close();
		this.redis.close();
	}

	@Test
	void stopsAfterExecutorsWhichStopAfterServersAndBeforeConnectionFactories() {
		this.runner.run((context) -> {
			int phase = context.getBean(LockClientLifecycle.class).getPhase();
			assertThat(phase).isLessThan(new ThreadPoolTaskExecutor().getPhase())
				.isGreaterThan(context.getBean(LettuceConnectionFactory.class).getPhase());
		});
	}

	@Test
	void closingWaitsForAHolderAndLeavesNothingInRedis() {
		this.runner.run((context) -> {
			LockClient client = context.getBean(LockClient.class);
			LockHandle held = client.lock("job").acquire();
			CompletableFuture<LockHandle> waiting = client.lock("job").acquireAsync().toCompletableFuture();
			CompletableFuture<Void> closing = CompletableFuture.runAsync(context::close, this.threads);
			assertThat(waiting).failsWithin(Duration.ofSeconds(20))
				.withThrowableThat()
				.withCauseInstanceOf(LockUnavailableException.class);
			assertThat(closing).isNotDone();
			assertThat(held.isValid()).isTrue();
			held.close();
			assertThat(held.isLost()).isFalse();
			assertThat(closing).succeedsWithin(Duration.ofSeconds(20));
		});
		assertThat(StoredRecord.of(this.commands, "lock:job").owner()).isEmpty();
		assertThat(this.commands.pubsubChannels()).isEmpty();
		await().untilAsserted(() -> assertThat(this.commands.clientList()).hasLineCount(1));
	}

	@Test
	void closingWaitsNoLongerThanTheDrainTimeout() {
		this.runner.withPropertyValues("distributed-lock.drain-timeout=300ms", "distributed-lock.lease-time=10s")
			.run((context) -> {
				LockHandle held = context.getBean(LockClient.class).lock("job").acquire();
				CompletableFuture<Void> closing = CompletableFuture.runAsync(context::close, this.threads);
				assertThat(closing).succeedsWithin(Duration.ofSeconds(20));
				assertThat(StoredRecord.of(this.commands, "lock:job").owner()).isNotEmpty();
				held.close();
			});
	}

	@Test
	void canBeUsedAgainAfterTheContextWasStoppedAndStarted() {
		this.runner.run((context) -> {
			LockClient client = context.getBean(LockClient.class);
			ConfigurableApplicationContext restartable = context.getSourceApplicationContext();
			restartable.stop();
			assertThat(this.commands.pubsubChannels()).isEmpty();
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(client.lock("job")::acquire);
			restartable.start();
			LockHandle held = client.lock("job").acquire();
			CompletableFuture<Void> next = CompletableFuture.runAsync(() -> client.lock("job").acquire().close(),
					this.threads);
			held.close();
			assertThat(next).succeedsWithin(Duration.ofSeconds(20));
		});
	}

	@Test
	void aLossIsAnEventOfTheApplication() {
		this.runner.withBean(Listener.class).run((context) -> {
			List<LockLostEvent> heard = context.getBean(Listener.class).heard;
			LockHandle held = context.getBean(LockClient.class).lock("job").name("jobs").acquire();
			this.commands.flushall();
			held.close();
			await().untilAsserted(() -> assertThat(heard).hasSize(1));
			assertThat(heard.get(0).name()).isEqualTo("jobs");
			assertThat(heard.get(0).key()).isEqualTo("job");
			assertThat(heard.get(0).reason()).startsWith("the store has no record of it any more");
			assertThat(held.isLost()).isTrue();
		});
	}

	static class Listener {

		final List<LockLostEvent> heard = new CopyOnWriteArrayList<>();

		@EventListener
		void heard(LockLostEvent event) {
			this.heard.add(event);
			throw new IllegalStateException("a listener that fails");
		}

	}

}
