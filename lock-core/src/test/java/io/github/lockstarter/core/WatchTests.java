package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for reports of what takes long, and of what can't end.
 */
@ExtendWith(OutputCaptureExtension.class)
class WatchTests {

	private static final Duration LONG = Duration.ofMillis(100);

	private final DefaultLockClient client = new DefaultLockClient(LockStores.of(StallProofMemory.newStore()),
			new LockSettings(LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ofSeconds(4)), Map.of()),
			new ClientIdentity("shop", "one"), LockClientOptions.DEFAULT,
			new DefaultLockClient.Observers(LockEventListener.NONE, LockInstrumentation.NONE),
			new StallProofPlatform());

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	@Test
	void reportsWhoHoldsALockForLongWithItsStack(CapturedOutput output) {
		this.client.lock("key").warnAfter(LONG).run(() -> holdUntilReported(output));
		assertThat(output).contains("longer than its 'warn-after' allows")
			.contains("Stack of thread '" + Thread.currentThread().getName() + "'")
			.contains("WatchTests.holdUntilReported");
	}

	private static void holdUntilReported(CapturedOutput output) {
		await().pollInSameThread().untilAsserted(() -> assertThat(output).contains("Lock 'key' (token "));
	}

	@Test
	void reportsAgainWhenItHasTakenTwiceAsLong(CapturedOutput output) {
		try (LockHandle held = this.client.lock("key").warnAfter(LONG).acquire()) {
			await().untilAsserted(() -> assertThat(output.getAll().split("longer than its 'warn-after' allows", -1))
				.hasSizeGreaterThanOrEqualTo(4));
			assertThat(held.isValid()).isTrue();
		}
	}

	@Test
	void reportsWhoWaitsForLongAndWhoHoldsTheLock(CapturedOutput output) {
		String holder = Thread.currentThread().getName();
		LockHandle held = this.client.lock("key").acquire();
		CompletableFuture<Void> waiting = CompletableFuture
			.runAsync(() -> this.client.lock("key").warnAfter(LONG).acquire().close());
		await().untilAsserted(() -> assertThat(output).contains("has waited for lock 'key' for ")
			.contains("it is held by thread '" + holder + "' of this JVM"));
		held.close();
		waiting.join();
	}

	@Test
	void reportsNothingThatIsNotToBeReported(CapturedOutput output) {
		try (LockHandle held = this.client.lock("key").acquire()) {
			await().during(Duration.ofMillis(1500)).until(held::isValid);
		}
		assertThat(output).doesNotContain("warn-after");
	}

	@Test
	void accusesNobodyWhoHasGivenTheLockToAnotherThread(CapturedOutput output) {
		LockHandle held = this.client.lock("key").acquire().detach();
		CompletableFuture<Void> releasing = CompletableFuture.runAsync(held::close,
				CompletableFuture.delayedExecutor(1500, TimeUnit.MILLISECONDS));
		this.client.lock("key").acquire().close();
		releasing.join();
		assertThat(output).doesNotContain("wait for each other");
	}

	@Test
	void reportsThreadsThatWaitForEachOther(CapturedOutput output) {
		CompletableFuture<Void> first = inBoth("a", "b");
		CompletableFuture<Void> second = inBoth("b", "a");
		await().untilAsserted(() -> assertThat(output).contains("wait for each other")
			.contains("waits for lock 'a'")
			.contains("waits for lock 'b'")
			.contains("WatchTests.both"));
		CompletableFuture.allOf(first.exceptionally((ex) -> null), second.exceptionally((ex) -> null)).join();
		assertThat(output.getAll().split("wait for each other", -1)).hasSize(2);
	}

	private CompletableFuture<Void> inBoth(String one, String other) {
		CompletableFuture<Void> done = new CompletableFuture<>();
		new Thread(() -> {
			try {
				both(one, other);
				done.complete(null);
			}
			catch (RuntimeException ex) {
				done.completeExceptionally(ex);
			}
		}).start();
		return done;
	}

	private void both(String one, String other) {
		this.client.lock(one).run(() -> {
			await().pollInSameThread().until(() -> this.client.held().size() == 2);
			this.client.lock(other).waitTime(Duration.ofSeconds(5)).run(() -> {
			});
		});
	}

	@Test
	void reportsWorkersOfAParallelStreamThatWantTheLockOfItsCaller(CapturedOutput output) {
		ForkJoinPool workers = new ForkJoinPool(2);
		try {
			this.client.lock("key")
				.run(() -> workers
					.submit(() -> IntStream.range(0, 4)
						.parallel()
						.forEach((i) -> this.client.lock("key")
							.waitTime(Duration.ofSeconds(2))
							.tryAcquire(Duration.ofSeconds(2))
							.ifPresent(LockHandle::close)))
					.get());
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
		finally {
			workers.shutdown();
		}
		assertThat(output).contains("inside a parallel stream what its caller has locked");
	}

}
