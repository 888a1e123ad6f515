package io.github.lockstarter.applications;

import java.time.LocalDate;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobOperator;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class Imports {

	private final JobOperator operator;

	private final Job job;

	Imports(JobOperator operator, Job job) {
		this.operator = operator;
		this.job = job;
	}

	@Scheduled(cron = "0 0 3 * * *")
	@DistributedLock(key = "import", waitTime = 0, minHold = 60, failStrategy = LockFailStrategy.SKIP)
	public void nightly() throws JobExecutionException {
		LockHandle held = LockContext.current();
		JobParameters parameters = new JobParametersBuilder().addLocalDate("day", LocalDate.now())
			.addLong("token", held.fencingToken(), false)
			.toJobParameters();
		this.operator.start(this.job, parameters);
	}

}
