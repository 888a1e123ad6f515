package io.github.lockstarter.core;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Alarm}.
 */
class AlarmTests {

	private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

	private final Semaphore rung = new Semaphore(0);

	private final Alarm alarm = new Alarm(this.timer, () -> {
		this.rung.release();
		return Long.MAX_VALUE;
	});

	@AfterEach
	void shutDown() {
		this.timer.shutdownNow();
	}

	@Test
	void ringsEachTimeAlsoWhenItIsDueAtOnce() throws InterruptedException {
		for (int i = 0; i < 50_000; i++) {
			assertThat(this.alarm.wake(System.nanoTime())).isTrue();
			assertThat(this.rung.tryAcquire(10, TimeUnit.SECONDS)).as("ring %d", i).isTrue();
		}
	}

}
