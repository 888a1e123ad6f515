package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for acquisitions that wait without an end.
 */
class WaitForeverTests {

	private final DefaultLockClient client = Clients.client(new MemoryLockStore(), "one");

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	@Test
	void getsTheLockWhenItsHolderHasLeft() {
		LockHandle held = this.client.lock("key").acquire();
		CompletableFuture<LockHandle> waiting = this.client.lock("key")
			.waitForever()
			.acquireAsync()
			.toCompletableFuture();
		await().until(() -> Waiting.at(this.client, "key") == 1);
		held.close();
		assertThat(waiting).succeedsWithin(Duration.ofSeconds(20));
		waiting.join().close();
	}

	@Test
	void isTheLongestWaitTime() {
		assertThat(LockOptions.of(LockOption.WAIT_TIME, LockOption.LONGEST))
			.hasToString("LockOptions{wait-time=3650d}");
	}

	@Test
	void doesNotGoWithABackOffThatGivesUp() {
		assertThatIllegalArgumentException()
			.isThrownBy(
					() -> this.client.lock("key").waitForever().backOff(BackOff.DEFAULT.withMaxAttempts(3)).acquire())
			.withMessage("The option 'waitTime' waits indefinitely, but the option 'backOff' gives up after 3 attempts."
					+ " Set a shorter wait time, or leave out the number of attempts.");
		this.client.lock("key").waitForever().backOff(BackOff.DEFAULT).acquire().close();
	}

}
