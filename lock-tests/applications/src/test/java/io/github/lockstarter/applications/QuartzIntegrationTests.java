package io.github.lockstarter.applications;

import java.time.Instant;
import java.util.Date;
import java.util.List;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.TriggerBuilder;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the job of docs/recipes.md: two instances with schedulers that don't know
 * each other.
 */
@Full
class QuartzIntegrationTests {

	private Instances instances;

	@BeforeEach
	void start() {
		this.instances = Instances.start(ReportApplication.class, WebApplicationType.NONE);
	}

	private List<Scheduler> schedulers() {
		return List.of(this.instances.bean(0, Scheduler.class), this.instances.bean(1, Scheduler.class));
	}

	private static void schedule(Scheduler scheduler, Class<? extends Job> job, Instant moment)
			throws SchedulerException {
		scheduler.scheduleJob(JobBuilder.newJob(job).build(),
				TriggerBuilder.newTrigger().startAt(Date.from(moment)).build());
	}

	private static boolean hasFired(Scheduler scheduler) throws SchedulerException {
		return scheduler.getMetaData().getNumberOfJobsExecuted() == 1
				&& scheduler.getCurrentlyExecutingJobs().isEmpty();
	}

	@Test
	void oneOfTwoInstancesThatFireAtTheSameTimeDoesTheWork() throws Exception {
		Instant moment = Instant.now().plusSeconds(1);
		for (Scheduler each : schedulers()) {
			schedule(each, ReportJob.class, moment);
		}
		for (Scheduler each : schedulers()) {
			await().until(() -> hasFired(each));
		}
		assertThat(sentBy(0) + sentBy(1)).isEqualTo(1);
		assertThat(this.instances.isHeld("nightly-report")).isTrue();
	}

	private int sentBy(int instance) {
		return this.instances.bean(instance, ReportSender.class).sent().size();
	}

	@Test
	void anAnnotatedJobTakesItsLockIfSpringCreatesIt() throws Exception {
		Scheduler scheduler = schedulers().get(0);
		schedule(scheduler, AnnotatedJob.class, Instant.now());
		await().until(() -> hasFired(scheduler));
		assertThat(this.instances.bean(0, ReportSender.class).sent()).containsExactly("[annotated]");
	}

	@Test
	void thePageShowsThisJob() {
		RecipePage.assertShows(ReportJob.class);
		RecipePage.assertShows(Reports.class);
	}

	@AfterEach
	void close() {
		this.instances.close();
	}

	static class AnnotatedJob implements Job {

		private final ReportSender sender;

		AnnotatedJob(ReportSender sender) {
			this.sender = sender;
		}

		@Override
		@DistributedLock(key = "annotated")
		public void execute(JobExecutionContext context) {
			this.sender
				.send(LockContext.held().stream().flatMap((handle) -> handle.keys().stream()).toList().toString());
		}

	}

}
