package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what callers are told when contention and a slow Redis come together.
 */
class VerdictIntegrationTests extends OwnRedis {

	private final DefaultLockClient client = lockClient();

	@Test
	void oneThatWaitedForAThreadOfTheSameJvmIsNotToldUnavailable() {
		LockHandle held = this.client.lock(this.key).acquire().detach();
		CompletableFuture<Optional<LockHandle>> waiting = onAnotherThread(
				() -> this.client.lock(this.key).tryAcquire(Duration.ofSeconds(1)));
		await().pollDelay(Duration.ofMillis(800))
			.until(() -> Waiting.at(this.client, this.key) == 1 || waiting.isDone());
		admin().clientPause(400);
		held.close();
		assertThat(waiting).succeedsWithin(AMPLY).isEqualTo(Optional.empty());
	}

	@Test
	void aRivalOfWhomNothingIsHeardIsNoContention() {
		LockHandle held = lockClient().lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = onAnotherThread(
				() -> this.client.lock(this.key).waitTime(AMPLY).acquire());
		await().until(() -> this.client.lock(this.key).inspect().waiters() == 1);
		this.server.pause();
		await().atMost(Duration.ofMillis(4500))
			.untilAsserted(() -> assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> this.client.lock(this.key).tryAcquire()));
		this.server.resume();
		held.close();
		assertThat(waiting).succeedsWithin(AMPLY);
		waiting.join().close();
	}

}
