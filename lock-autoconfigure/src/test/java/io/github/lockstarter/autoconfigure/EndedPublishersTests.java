package io.github.lockstarter.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.job.JobOutcome;
import io.github.lockstarter.job.JobRun;
import io.github.lockstarter.job.JobRuns;
import io.github.lockstarter.testing.LogCapture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for publishers under locks that are cancelled, and for what their runs count as.
 */
@ExtendWith(LogCapture.class)
class EndedPublishersTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	/** More than there are threads for callbacks. */
	private static final int MANY = 300;

	private final JobRuns runs = new JobRuns(Clock.systemUTC());

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				LockReactiveAutoConfiguration.class, AopAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory")
		.withBean(JobRuns.class, () -> this.runs)
		.withBean(Work.class);

	private @Nullable JobRun lastRun() {
		return this.runs.jobs().get(0).lastRun();
	}

	@Test
	void aRunThatIsCancelledHasNotSucceeded() {
		this.runs.add(List.of("job"));
		this.runner.run((context) -> {
			Work work = context.getBean(Work.class);
			assertThat(work.run(Mono.just("done")).block(SOON)).isEqualTo("done");
			assertThat(lastRun()).extracting(JobRun::outcome).isEqualTo(JobOutcome.SUCCEEDED);
			Disposable running = work.run(Mono.never()).subscribe();
			await().until(() -> this.runs.jobs().get(0).running() == 1);
			running.dispose();
			await().untilAsserted(
					() -> assertThat(Objects.requireNonNull(lastRun()).outcome()).isEqualTo(JobOutcome.FAILED));
			assertThat(Objects.requireNonNull(lastRun()).failure()).isEqualTo(CancellationException.class.getName());
			LockClient locks = context.getBean(LockClient.class);
			await().until(() -> !locks.lock("key").inspect().held());
		});
	}

	@Test
	void aLossCancelsThoughCallbacksBlock() {
		CompletableFuture<Void> unblocked = new CompletableFuture<>();
		this.runner.run((context) -> {
			LockAdmin admin = context.getBean(LockAdmin.class);
			LockHandle other = context.getBean(LockClient.class).lock("other").acquire();
			for (int i = 0; i < MANY; i++) {
				other.onLost(unblocked::join);
			}
			assertThat(admin.forceRelease("other")).isTrue();
			Mono<String> running = context.getBean(Work.class).run(Mono.defer(() -> {
				assertThat(admin.forceRelease("key")).isTrue();
				return Mono.never();
			}));
			assertThat(running.toFuture()).failsWithin(SOON)
				.withThrowableThat()
				.withCauseInstanceOf(LockLostException.class);
			unblocked.complete(null);
			other.close();
		});
	}

	static class Work {

		@DistributedLock(key = "key", name = "job", onLoss = LossPolicy.INTERRUPT)
		public Mono<String> run(Mono<String> work) {
			return work;
		}

	}

}
