package io.github.lockstarter.store.redis.connection;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link SessionTimer} and {@link DebouncedTask}.
 */
class SessionTimerTests {

	private final SessionTimer timer = new SessionTimer();

	private final CompletableFuture<Thread> thread = new CompletableFuture<>();

	@Test
	void runsOnADaemonThreadOfItsOwn() {
		this.timer.in(0, () -> this.thread.complete(Thread.currentThread()));
		assertThat(this.thread).succeedsWithin(Duration.ofSeconds(10)).satisfies((thread) -> {
			assertThat(thread.getName()).isEqualTo("lock-redis");
			assertThat(thread.isDaemon()).isTrue();
		});
	}

	@Test
	void itsThreadEndsWithIt() {
		this.timer.in(0, () -> this.thread.complete(Thread.currentThread()));
		this.timer.in(Duration.ofHours(1).toNanos(), () -> {
		});
		Thread used = this.thread.join();
		this.timer.close();
		await().until(() -> !used.isAlive());
		this.timer.in(0, () -> {
		});
	}

	@Test
	void aTaskThatFailsDoesNotKeepItFromTheNextRun() {
		AtomicInteger runs = new AtomicInteger();
		DebouncedTask task = new DebouncedTask(this.timer, () -> {
			runs.incrementAndGet();
			throw new OutOfMemoryError("by the test");
		});
		task.in(0);
		await().until(() -> runs.get() == 1);
		task.in(0);
		await().until(() -> runs.get() == 2);
	}

	@Test
	void aTaskThatCouldNotBePlannedIsPlannedByTheNextRequest() {
		AtomicInteger refusals = new AtomicInteger(1);
		SessionTimer exhausted = new SessionTimer(new ScheduledThreadPoolExecutor(1) {
			@Override
			public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
				if (refusals.getAndDecrement() > 0) {
					throw new OutOfMemoryError("by the test");
				}
				return super.schedule(task, delay, unit);
			}
		});
		AtomicInteger runs = new AtomicInteger();
		DebouncedTask task = new DebouncedTask(exhausted, runs::incrementAndGet);
		assertThatThrownBy(() -> task.in(0)).isInstanceOf(OutOfMemoryError.class);
		task.in(0);
		await().until(() -> runs.get() == 1);
		exhausted.close();
	}

	@Test
	void anAnswerThatIsReadWhenItsTimeIsJustOverCounts() {
		CompletableFuture<String> answer = new CompletableFuture<>();
		CompletableFuture<String> limited = new CompletableFuture<>();
		this.timer.in(0, () -> {
			this.timer.limited(answer, 0, "too late").whenComplete((read, late) -> {
				limited.complete((late != null) ? late.getMessage() : read);
			});
			this.timer.in(1, () -> answer.complete("read"));
		});
		assertThat(limited).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("read");
	}

	@Test
	void anAnswerThatDoesNotComeFailsWithTheMessage() {
		assertThat(this.timer.limited(new CompletableFuture<>(), 1, "too late")).failsWithin(Duration.ofSeconds(10))
			.withThrowableThat()
			.withMessageContaining("too late");
	}

	@AfterEach
	void close() {
		this.timer.close();
	}

}
