package io.github.lockstarter.job;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.LockState;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import io.github.lockstarter.testing.StubHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

@ExtendWith(LogCapture.class)
class JobRunsTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private static final Instant NOW = Instant.parse("2030-01-01T03:00:00Z");

	private static final LockCall REPORT = new LockCall("report", List.of("report"), LockKind.MUTEX);

	private final JobRuns jobs = new JobRuns(Clock.fixed(NOW, ZoneOffset.UTC));

	private JobStatus job() {
		return this.jobs.jobs().get(0);
	}

	private void run() {
		this.jobs.locked(REPORT, new StubHandle("report"), () -> true);
	}

	private void refuse(RuntimeException refusal) {
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> this.jobs.acquire(REPORT, () -> {
			throw refusal;
		})).isSameAs(refusal);
	}

	@Test
	void aJobIsKnownBeforeItRuns() {
		this.jobs.add(List.of("report", "cleanup", "report"));
		assertThat(this.jobs.jobs()).containsExactly(new JobStatus("cleanup", 0, null, null),
				new JobStatus("report", 0, null, null));
	}

	@Test
	void otherLocksAreNoJobs() {
		this.jobs.add(List.of("cleanup"));
		assertThat(this.jobs.acquire(REPORT, () -> "lock")).isEqualTo("lock");
		run();
		refuse(new LockUnavailableException("report", Duration.ZERO, null));
		assertThat(this.jobs.jobs()).containsExactly(new JobStatus("cleanup", 0, null, null));
	}

	@Test
	void aRunIsNotedWithItsThreadAndTime() {
		this.jobs.add(List.of("report"));
		this.jobs.locked(REPORT, new StubHandle("report"), () -> {
			assertThat(job()).isEqualTo(new JobStatus("report", 1, null, null));
			return true;
		});
		assertThat(job().running()).isZero();
		assertThat(job().lastRun()).satisfies((run) -> {
			assertThat(run.startedAt()).isEqualTo(NOW);
			assertThat(run.took()).isBetween(Duration.ZERO, Duration.ofSeconds(10));
			assertThat(run.outcome()).isEqualTo(JobOutcome.SUCCEEDED);
			assertThat(run.failure()).isNull();
			assertThat(run.thread()).isEqualTo(Thread.currentThread().getName());
		});
	}

	@Test
	void aRunThatFailsIsNotedWithTheClassOfItsException() {
		this.jobs.add(List.of("report"));
		assertThatIllegalStateException().isThrownBy(() -> this.jobs.locked(REPORT, new StubHandle("report"), () -> {
			throw new IllegalStateException("with a secret");
		}));
		assertThat(job().running()).isZero();
		assertThat(job().lastRun()).extracting(JobRun::outcome, JobRun::failure)
			.containsExactly(JobOutcome.FAILED, IllegalStateException.class.getName());
	}

	@Test
	void aRunThatEndsLaterIsNotedWhenItHasEnded() {
		this.jobs.add(List.of("report"));
		CompletableFuture<String> work = new CompletableFuture<>();
		CompletionStage<String> run = this.jobs.lockedAsync(REPORT, new StubHandle("report"), () -> work);
		assertThat(job()).isEqualTo(new JobStatus("report", 1, null, null));
		work.complete("done");
		assertThat(run).isCompletedWithValue("done");
		assertThat(job().running()).isZero();
		assertThat(job().lastRun()).satisfies((ended) -> {
			assertThat(ended.startedAt()).isEqualTo(NOW);
			assertThat(ended.outcome()).isEqualTo(JobOutcome.SUCCEEDED);
			assertThat(ended.thread()).isEqualTo(Thread.currentThread().getName());
		});
	}

	@Test
	void aRunThatFailsLaterOrNeverBeginsIsNotedWithTheClassOfItsException() {
		this.jobs.add(List.of("report"));
		CompletionStage<String> work = CompletableFuture.supplyAsync(() -> {
			throw new IllegalStateException("with a secret");
		});
		assertThat(this.jobs.lockedAsync(REPORT, new StubHandle("report"), () -> work)).failsWithin(SOON)
			.withThrowableThat()
			.isInstanceOf(ExecutionException.class);
		await().until(() -> job().running() == 0);
		assertThat(job().lastRun()).extracting(JobRun::outcome, JobRun::failure)
			.containsExactly(JobOutcome.FAILED, IllegalStateException.class.getName());
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.jobs.lockedAsync(REPORT, new StubHandle("report"), () -> {
				throw new IllegalArgumentException("never begun");
			}));
		assertThat(job().running()).isZero();
		assertThat(job().lastRun()).extracting(JobRun::failure).isEqualTo(IllegalArgumentException.class.getName());
	}

	@Test
	void aTurnForWhichNoThreadWaitsIsSkippedWithTheReasonToo() {
		this.jobs.add(List.of("report"));
		CompletableFuture<String> asked = new CompletableFuture<>();
		CompletionStage<String> told = this.jobs.acquireAsync(REPORT, () -> asked);
		assertThat(job().lastSkip()).isNull();
		asked.completeExceptionally(new LockUnavailableException("report", Duration.ZERO, null));
		assertThat(told).failsWithin(SOON).withThrowableThat().isInstanceOf(ExecutionException.class);
		assertThat(job()).isEqualTo(new JobStatus("report", 0, null, new JobSkip(NOW, LockOutcome.UNAVAILABLE)));
	}

	@Test
	void anAcquisitionThatIsCancelledSkipsNothing() {
		this.jobs.add(List.of("report"));
		CompletableFuture<String> asked = new CompletableFuture<>();
		this.jobs.acquireAsync(REPORT, () -> asked);
		asked.cancel(false);
		assertThat(job().lastSkip()).isNull();
	}

	@Test
	void aRunThatHasLostItsLockDidNotSucceed() {
		this.jobs.add(List.of("report"));
		this.jobs.locked(REPORT, new StubHandle(List.of("report"), LockState.LOST), () -> true);
		assertThat(job().lastRun()).extracting(JobRun::outcome).isEqualTo(JobOutcome.LOST);
	}

	@Test
	void aTurnThatIsSkippedIsNotedWithTheReason() {
		this.jobs.add(List.of("report"));
		refuse(new LockNotAcquiredException("report", Duration.ZERO, Duration.ofSeconds(30)));
		assertThat(job()).isEqualTo(new JobStatus("report", 0, null, new JobSkip(NOW, LockOutcome.TIMED_OUT)));
		refuse(new LockUnavailableException("report", Duration.ZERO, null));
		assertThat(job().lastSkip()).isEqualTo(new JobSkip(NOW, LockOutcome.UNAVAILABLE));
		refuse(new LockInterruptedException("report", Duration.ZERO, new InterruptedException()));
		assertThat(job().lastSkip()).isEqualTo(new JobSkip(NOW, LockOutcome.INTERRUPTED));
	}

	@Test
	void listenersAreToldWhatTheyHaveMissedAndMayFail(CapturedLog output) {
		List<String> told = new ArrayList<>();
		this.jobs.add(List.of("report"));
		this.jobs.addListener(new JobListener() {

			@Override
			public void added(String name) {
				told.add("added " + name);
			}

			@Override
			public void ended(String name, JobRun run) {
				told.add("ended " + name);
				throw new IllegalStateException("thrown by a test");
			}

		});
		run();
		this.jobs.add(List.of("cleanup"));
		assertThat(told).containsExactly("added report", "ended report", "added cleanup");
		await().untilAsserted(() -> assertThat(output).contains("A job listener failed"));
	}

	@Test
	void aRunInsideARunIsARunOfItsOwn() {
		this.jobs.add(List.of("report"));
		this.jobs.locked(REPORT, new StubHandle("report"), () -> {
			run();
			assertThat(job().running()).isEqualTo(1);
			return true;
		});
		assertThat(job().running()).isZero();
	}

}
