package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a shutdown while thousands of locks are held and waited for.
 */
@ExtendWith(OutputCaptureExtension.class)
class DrainingManyLocksTests {

	private static final int LOCKS = 10_000;

	private static final Duration AMPLY = Duration.ofMinutes(1);

	private final DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one");

	private final ExecutorService waiting = Executors.newSingleThreadExecutor();

	@AfterEach
	void leavesNothingBehind() {
		this.waiting.shutdown();
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	@Test
	void allWhoWaitAreRefusedWithinTheTimeOfOneStep(CapturedOutput output) throws Exception {
		List<LockHandle> held = IntStream.range(0, LOCKS).mapToObj((number) -> lock(number).acquire()).toList();
		Future<List<Acquisition>> begun = this.waiting
			.submit(() -> IntStream.range(0, LOCKS).mapToObj(this::waiter).toList());
		List<Acquisition> waiters = begun.get();
		CompletableFuture<?> draining = Clients.drain(this.client);
		await().until(() -> waiters.stream().allMatch((waiter) -> waiter.awaited().isDone()));
		this.waiting.submit(() -> assertThat(waiters).noneMatch(Acquisition::advance)).get();
		assertThat(waiters).extracting(Acquisition::failure).hasOnlyElementsOfType(LockUnavailableException.class);
		held.forEach(LockHandle::close);
		assertThat(draining).succeedsWithin(AMPLY);
		assertThat(output).doesNotContain("takes longer than");
	}

	@Test
	void aThreadThatHoldsALockIsAdmittedUntilItHasGivenItsLastOneBack() {
		LockHandle first = lock(1).acquire();
		LockHandle second = lock(2).acquire();
		Clients.drain(this.client);
		first.close();
		assertThat(lock(3).tryAcquire()).hasValueSatisfying(LockHandle::close);
		second.close();
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> lock(3).tryAcquire());
	}

	private LockSpec lock(int number) {
		return this.client.lock("key:" + number).waitTime(AMPLY);
	}

	/** One that the calling thread waits with, which it does for several at a time. */
	private Acquisition waiter(int number) {
		Acquisition waiter = this.client.engine().acquisition(Clients.request("key:" + number, AMPLY), AMPLY, true);
		assertThat(waiter.advance()).isTrue();
		return waiter;
	}

}
