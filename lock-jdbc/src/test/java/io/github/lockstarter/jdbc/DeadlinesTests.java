package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link Deadlines}.
 */
class DeadlinesTests {

	private static final Duration AMPLY = Duration.ofSeconds(30);

	private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

	@AfterEach
	void stopTimer() {
		this.timer.shutdownNow();
	}

	@Test
	void eachRequestThatIsNotAnsweredFails() {
		Deadlines deadlines = new Deadlines(Duration.ofMillis(100), this.timer);
		for (int time = 0; time < 2; time++) {
			List<CompletableFuture<Object>> requests = Stream.generate(CompletableFuture::new).limit(20).toList();
			requests.forEach(deadlines::add);
			assertThat(requests).allSatisfy((request) -> assertThat(request).failsWithin(AMPLY)
				.withThrowableOfType(ExecutionException.class)
				.withCauseInstanceOf(TimeoutException.class));
			assertThat(deadlines.size()).isZero();
		}
	}

	@Test
	void requestsThatWereAnsweredAreForgotten() {
		Deadlines deadlines = new Deadlines(AMPLY, this.timer);
		for (int i = 0; i < 1000; i++) {
			CompletableFuture<Object> request = new CompletableFuture<>();
			deadlines.add(request);
			request.complete("answer");
		}
		assertThat(deadlines.size()).isEqualTo(1);
	}

	@Test
	void oneThatWasAnsweredDoesNotKeepALaterOneFromFailing() {
		Deadlines deadlines = new Deadlines(Duration.ofMillis(100), this.timer);
		CompletableFuture<Object> answered = new CompletableFuture<>();
		CompletableFuture<Object> unanswered = new CompletableFuture<>();
		deadlines.add(answered);
		answered.complete("answer");
		deadlines.add(unanswered);
		assertThat(unanswered).failsWithin(AMPLY).withThrowableThat().isInstanceOf(ExecutionException.class);
		assertThat(answered).isCompletedWithValue("answer");
	}

	@Test
	void oneThatIsAddedMeanwhileDoesNotLetAnOlderOneWait() {
		Duration time = Duration.ofMillis(200);
		RecordingTimer timer = new RecordingTimer();
		Deadlines deadlines = new Deadlines(time, timer);
		CompletableFuture<Object> first = new CompletableFuture<>();
		deadlines.add(first);
		first.whenComplete((answer, failure) -> deadlines.add(new CompletableFuture<>()));
		long startedAt = System.nanoTime();
		await().until(() -> System.nanoTime() - startedAt > time.toNanos() / 2);
		deadlines.add(new CompletableFuture<>());
		await().until(() -> System.nanoTime() - startedAt > time.toNanos());
		timer.tasks.remove().run();
		assertThat(first).isCompletedExceptionally();
		assertThat(timer.tasks).hasSize(1);
		assertThat(timer.delay).isLessThan(time.toNanos());
	}

	@Test
	void aTimerThatHadNoThreadIsAskedAgain() {
		RecordingTimer timer = new RecordingTimer();
		Deadlines deadlines = new Deadlines(AMPLY, timer);
		timer.hasThread = false;
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> deadlines.add(new CompletableFuture<>()));
		timer.hasThread = true;
		deadlines.add(new CompletableFuture<>());
		assertThat(timer.tasks).hasSize(1);
	}

	/** Runs nothing by itself. */
	private static final class RecordingTimer extends ScheduledThreadPoolExecutor {

		private final Queue<Runnable> tasks = new ArrayDeque<>();

		private long delay;

		private boolean hasThread = true;

		RecordingTimer() {
			super(1);
		}

		@Override
		public ScheduledFuture<?> schedule(Runnable task, long after, TimeUnit unit) {
			if (!this.hasThread) {
				throw new OutOfMemoryError("no thread");
			}
			this.tasks.add(task);
			this.delay = unit.toNanos(after);
			return null;
		}

	}

}
