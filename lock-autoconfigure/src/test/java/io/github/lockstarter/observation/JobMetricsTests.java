package io.github.lockstarter.observation;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.job.JobOutcome;
import io.github.lockstarter.job.JobRun;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JobMetricsTests {

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final JobMetrics metrics = new JobMetrics(this.registry);

	private void end(JobOutcome outcome) {
		this.metrics.ended("report", new JobRun(Instant.EPOCH, Duration.ofSeconds(3), outcome, null, "main"));
	}

	private Timer runs(String outcome) {
		return this.registry.get("distributed.lock.job.run").tags("name", "report", "outcome", outcome).timer();
	}

	private double age() {
		return this.registry.get("distributed.lock.job.age").tag("name", "report").timeGauge().value(TimeUnit.SECONDS);
	}

	@Test
	void theMetersOfAJobExistBeforeItRuns() {
		this.metrics.added("report");
		assertThat(runs("succeeded").count() + runs("failed").count() + runs("lost").count()).isZero();
		assertThat(age()).isNaN();
	}

	@Test
	void runsAreCountedAndTimedByTheirOutcome() {
		this.metrics.added("report");
		end(JobOutcome.SUCCEEDED);
		end(JobOutcome.FAILED);
		end(JobOutcome.FAILED);
		assertThat(runs("succeeded").totalTime(TimeUnit.SECONDS)).isEqualTo(3);
		assertThat(runs("failed").count()).isEqualTo(2);
		assertThat(runs("lost").count()).isZero();
	}

	@Test
	void onlyASuccessMakesTheAgeAnew() {
		this.metrics.added("report");
		end(JobOutcome.FAILED);
		end(JobOutcome.LOST);
		assertThat(age()).isNaN();
		end(JobOutcome.SUCCEEDED);
		assertThat(age()).isBetween(0.0, 10.0);
	}

	@Test
	void aJobThatIsNotKnownMakesNoMeters() {
		end(JobOutcome.SUCCEEDED);
		assertThat(this.registry.getMeters()).isEmpty();
	}

}
