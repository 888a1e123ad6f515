package io.github.lockstarter.applications;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.testing.Full;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobExecutionAlreadyRunningException;
import org.springframework.batch.core.launch.JobInstanceAlreadyCompleteException;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.launch.JobRestartException;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.boot.WebApplicationType;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the import of docs/recipes.md: two instances with one job repository.
 */
@Full
class BatchIntegrationTests {

	/** A third of the lease passes between two renewals. */
	private static final Duration NOTICED = Duration.ofMinutes(1);

	private final JdbcDataSource database = new JdbcDataSource();

	private Instances instances;

	@BeforeEach
	void start() {
		String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
		this.database.setUrl(url);
		new ResourceDatabasePopulator(new ClassPathResource("org/springframework/batch/core/schema-h2.sql"))
			.execute(this.database);
		this.instances = Instances.start(ImportApplication.class, WebApplicationType.NONE, "--import.database=" + url);
	}

	@Test
	void aSecondStartIsSkippedWhileTheFirstRunsAndAfterIt() throws JobExecutionException {
		CompletableFuture<Void> first = nightly(0);
		await().until(() -> data(0).loads() == 1);
		this.instances.bean(1, Imports.class).nightly();
		data(0).goOn();
		first.join();
		this.instances.bean(1, Imports.class).nightly();
		assertThat(data(0).loads() + data(1).loads()).isEqualTo(1);
		assertThat(executions()).extracting(JobExecution::getStatus).containsExactly(BatchStatus.COMPLETED);
	}

	@Test
	void aLossRollsTheChunkBackAndLeavesTheJobAsACrashDoes() throws JobExecutionException {
		data(0).consistsOf(3);
		CompletableFuture<Void> losing = nightly(0);
		await().until(() -> data(0).loads() == 1);
		assertThat(this.instances.bean(0, LockAdmin.class).forceRelease("import")).isTrue();
		await().atMost(NOTICED).until(() -> data(0).hasLostItsLock());
		data(0).goOn();
		assertThat(losing).failsWithin(NOTICED).withThrowableThat().withRootCauseInstanceOf(LockLostException.class);
		assertThat(data(0).loads()).isEqualTo(1);
		JobExecution left = executions().get(0);
		assertThat(left.getStatus()).isEqualTo(BatchStatus.STARTED);
		data(1).goOn();
		recoverAndRestart(left);
		assertThat(data(1).loads()).isEqualTo(1);
	}

	@Test
	void withoutTheLockTheRepositoryRefusesASecondStart() throws JobExecutionException {
		CompletableFuture<Void> first = nightly(0);
		await().until(() -> data(0).loads() == 1);
		assertThatExceptionOfType(JobExecutionAlreadyRunningException.class).isThrownBy(this::startUnlocked);
		data(0).goOn();
		first.join();
		assertThatExceptionOfType(JobInstanceAlreadyCompleteException.class).isThrownBy(this::startUnlocked);
	}

	private void startUnlocked() throws JobExecutionException {
		this.instances.bean(1, JobOperator.class).start(this.instances.bean(1, Job.class), today());
	}

	@Test
	void whatACrashedInstanceLeftIsRecoveredAndStartedAgain() throws JobExecutionException {
		JobExecution left = leftByACrash();
		data(1).goOn();
		JobOperator operator = this.instances.bean(1, JobOperator.class);
		assertThatExceptionOfType(JobRestartException.class).isThrownBy(() -> operator.restart(left));
		recoverAndRestart(left);
		assertThat(data(1).loads()).isEqualTo(1);
	}

	private void recoverAndRestart(JobExecution left) throws JobExecutionException {
		JobOperator operator = this.instances.bean(1, JobOperator.class);
		this.instances.bean(1, LockClient.class).lock("import").run(() -> {
			operator.recover(left);
			assertThat(operator.restart(left).getStatus()).isEqualTo(BatchStatus.COMPLETED);
		});
	}

	/** As it is in the repository while it runs. */
	private JobExecution leftByACrash() {
		JobRepository repository = this.instances.bean(0, JobRepository.class);
		JobInstance job = repository.createJobInstance("import", today());
		JobExecution execution = repository.createJobExecution(job, today(), new ExecutionContext());
		execution.setStatus(BatchStatus.STARTED);
		repository.update(execution);
		return execution;
	}

	private CompletableFuture<Void> nightly(int instance) {
		return CompletableFuture.runAsync(() -> {
			try {
				this.instances.bean(instance, Imports.class).nightly();
			}
			catch (JobExecutionException ex) {
				throw new CompletionException(ex);
			}
		});
	}

	private ImportedData data(int instance) {
		return this.instances.bean(instance, ImportedData.class);
	}

	private static JobParameters today() {
		return new JobParametersBuilder().addLocalDate("day", LocalDate.now()).toJobParameters();
	}

	private List<JobExecution> executions() {
		JobRepository repository = this.instances.bean(1, JobRepository.class);
		return repository.findJobInstances("import")
			.stream()
			.flatMap((job) -> repository.getJobExecutions(job).stream())
			.toList();
	}

	@Test
	void thePageShowsThisImport() {
		RecipePage.assertShows(Imports.class);
	}

	@AfterEach
	void close() {
		data(0).goOn();
		data(1).goOn();
		this.instances.close();
	}

}
