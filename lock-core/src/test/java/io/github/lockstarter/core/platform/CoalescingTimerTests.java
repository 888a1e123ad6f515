package io.github.lockstarter.core.platform;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CoalescingTimer}.
 */
class CoalescingTimerTests {

	private final Platform platform = new SystemPlatform();

	private final Timer timer = this.platform.timer("test-timer");

	private final Semaphore woken = new Semaphore(0);

	private final AtomicBoolean failing = new AtomicBoolean();

	private final CoalescingTimer coalescing = new CoalescingTimer(this.platform, this.timer, () -> {
		this.woken.release();
		if (this.failing.getAndSet(false)) {
			throw new OutOfMemoryError("unable to create native thread");
		}
		return Long.MAX_VALUE;
	});

	@AfterEach
	void shutDown() {
		this.timer.shutdown();
	}

	@Test
	void wakesEachTimeAlsoWhenItIsDueAtOnce() throws InterruptedException {
		for (int i = 0; i < 50_000; i++) {
			assertThat(this.coalescing.wake(System.nanoTime())).isTrue();
			assertThat(this.woken.tryAcquire(10, TimeUnit.SECONDS)).as("time %d", i).isTrue();
		}
	}

	@Test
	void wakesATaskAgainThatFailed() throws InterruptedException {
		this.failing.set(true);
		this.coalescing.wake(System.nanoTime());
		assertThat(this.woken.tryAcquire(2, 10, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void tellsWhenTheTimerWasShutDown() {
		this.timer.shutdown();
		assertThat(this.coalescing.wake(System.nanoTime())).isFalse();
	}

}
