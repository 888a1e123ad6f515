package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.StallProofTime;
import io.github.lockstarter.testing.Undisturbed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what callers are told when contention and a slow Redis come together.
 */
class VerdictIntegrationTests extends OwnRedis {

	private final DefaultLockClient client = lockClient();

	@Test
	void oneThatWaitedForAThreadOfTheSameJvmIsNotToldUnavailable() throws Exception {
		Undisturbed.attempt(() -> {
			LockHandle held = this.client.lock(this.key).acquire().detach();
			CompletableFuture<Optional<LockHandle>> waiting = onAnotherThread(
					() -> this.client.lock(this.key).tryAcquire(Duration.ofSeconds(1)));
			await().pollDelay(Duration.ofMillis(800))
				.until(() -> Waiting.at(this.client, this.key) == 1 || waiting.isDone());
			admin().clientPause(400);
			held.close();
			assertThat(waiting).succeedsWithin(AMPLY)
				.satisfies((granted) -> granted.ifPresent(LockHandle::close))
				.isEqualTo(Optional.empty());
		});
	}

	@Test
	void aRivalOfWhomNothingIsHeardIsNoContention() {
		LockHandle held = lockClient().lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = onAnotherThread(
				() -> this.client.lock(this.key).waitTime(AMPLY).acquire());
		await().until(() -> this.client.lock(this.key).inspect().waiters() == 1);
		this.server.pause();
		StallProofTime.awaitWithin(Duration.ofMillis(4500), this::isUnavailable);
		this.server.resume();
		held.close();
		assertThat(waiting).succeedsWithin(AMPLY);
		waiting.join().close();
	}

	private boolean isUnavailable() {
		return catchThrowable(() -> this.client.lock(this.key).tryAcquire()) instanceof LockUnavailableException;
	}

}
