package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a Redis that falls silent when an acquisition is not yet complete: the wait
 * ends at its deadline all the same.
 */
class OverrunDeadlineIntegrationTests extends OwnRedis {

	private static final Duration IN_TIME = Duration.ofMillis(2000);

	private final DefaultLockClient client = lockClient();

	@Test
	void givingBackTheKeysThatWereTakenDoesNotOverrunTheDeadline() {
		DefaultLockClient other = lockClient();
		LockHandle held = other.lock("z").acquire();
		LockSpec both = this.client.lock(List.of(this.key, "z")).waitTime(Duration.ofMillis(800));
		CompletableFuture<?> paused = onAnotherThread(() -> {
			await().pollInterval(Duration.ofMillis(5)).until(() -> other.lock("z").inspect(), LockInfo::held);
			await().pollInterval(Duration.ofMillis(5)).until(() -> other.lock("z").inspect().waiters() == 1);
			this.server.pause();
			return null;
		});
		long startedAt = StallProofTime.nanoTime();
		assertThatExceptionOfType(LockException.class).isThrownBy(both::acquire);
		assertThat(StallProofTime.since(startedAt)).isLessThan(IN_TIME);
		paused.join();
		this.server.resume();
		held.close();
	}

	@Test
	void enteringAgainWithALongerLeaseDoesNotOverrunTheDeadline() {
		LockHandle held = this.client.lock(this.key).acquire();
		LockSpec longer = this.client.lock(this.key).leaseTime(Duration.ofMinutes(1)).waitTime(Duration.ofMillis(200));
		this.server.pause();
		long startedAt = StallProofTime.nanoTime();
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(longer::acquire);
		assertThat(StallProofTime.since(startedAt)).isLessThan(IN_TIME);
		this.server.resume();
		held.close();
	}

}
