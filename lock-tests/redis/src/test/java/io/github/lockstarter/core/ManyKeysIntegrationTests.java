package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.lockstarter.LockHandle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.github.lockstarter.core.Exclusion.assertExcluded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for how few commands it takes to hold many keys at once.
 */
class ManyKeysIntegrationTests extends OwnRedis {

	private static final int MANY = 1000;

	private static final int FEW_COMMANDS = 12;

	private final DefaultLockClient client = lockClient();

	private final DefaultLockClient other = lockClient();

	private final List<String> keys = IntStream.range(0, MANY).mapToObj((i) -> this.key + "-" + i).toList();

	/** Answered after the server is known, even if that was slow. */
	@BeforeEach
	void connect() {
		this.client.lock(this.key).inspect();
	}

	private DefaultLockSpec all() {
		return (DefaultLockSpec) this.client.lock(this.keys).waitTime(AMPLY);
	}

	@Test
	void aThousandFreeKeysAreTakenAndReleasedByFewCommands() {
		long before = scriptCalls();
		LockHandle held = all().acquire();
		long acquired = scriptCalls();
		assertThat(acquired - before).isBetween(1L, (long) FEW_COMMANDS);
		assertThat(held.keys()).hasSize(MANY);
		assertThat(held.isValid()).isTrue();
		assertExcluded(held, this.other.lock(this.keys.get(MANY - 1))::tryAcquire);
		acquired = scriptCalls();
		held.close();
		assertThat(scriptCalls() - acquired).isBetween(1L, (long) FEW_COMMANDS);
		assertThat(held.isLost()).isFalse();
		assertThat(admin().keys("lock:*")).isEmpty();
	}

	@Test
	void aThousandKeysAreTakenByFewCommandsWithoutAThreadThatWaits() {
		long before = scriptCalls();
		LockHandle held = all().acquireAsync().toCompletableFuture().join();
		assertThat(scriptCalls() - before).isBetween(1L, (long) FEW_COMMANDS);
		held.close();
		assertThat(scriptCalls() - before).isBetween(1L, 2L * FEW_COMMANDS);
		assertThat(admin().keys("lock:*")).isEmpty();
	}

	@Test
	void aFewKeysThatOthersHoldCostAFewCommandsMore() {
		List<LockHandle> held = IntStream.of(100, 500, 900)
			.mapToObj((i) -> this.other.lock(this.keys.get(i)).acquire())
			.toList();
		long before = scriptCalls();
		CompletableFuture<LockHandle> all = all().acquireAsync().toCompletableFuture();
		for (LockHandle one : held) {
			await().until(() -> this.other.lock(one.keys().get(0)).inspect().waiters() == 1);
			one.close();
		}
		assertThat(all).succeedsWithin(AMPLY);
		assertThat(scriptCalls() - before).isLessThan(100);
		all.join().close();
		assertThat(scriptCalls() - before).isLessThan(110);
	}

	@Test
	void whoDoesNotGetAllOfThemKeepsNone() {
		LockHandle held = this.other.lock(this.keys.get(750)).acquire();
		long before = scriptCalls();
		assertThat(this.client.lock(this.keys).tryAcquire()).isEmpty();
		assertThat(scriptCalls() - before).isLessThan(2L * FEW_COMMANDS);
		assertThat(this.client.lock(this.keys).tryAcquire(Duration.ofMillis(100))).isEmpty();
		await().untilAsserted(() -> assertThat(admin().keys("lock:*")).hasSize(1));
		held.close();
	}

}
