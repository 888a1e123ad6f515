package io.github.lockstarter.autoconfigure;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.List;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.actuate.LocksDescriptor.Job;
import io.github.lockstarter.actuate.LocksDescriptor.OfInstance;
import io.github.lockstarter.actuate.LocksEndpoint;
import io.github.lockstarter.job.JobOutcome;
import io.github.lockstarter.job.JobRun;
import io.github.lockstarter.job.JobRuns;
import io.github.lockstarter.job.JobSkip;
import io.github.lockstarter.job.JobStatus;
import io.github.lockstarter.observation.JobMetrics;
import io.github.lockstarter.testing.LogCapture;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Mono;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what is noted of methods that have a lock and a schedule.
 */
@ExtendWith(LogCapture.class)
class LockJobAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				LockJobAutoConfiguration.class, LockMetricsAutoConfiguration.class,
				LocksEndpointAutoConfiguration.class, AopAutoConfiguration.class, EndpointAutoConfiguration.class,
				MetricsAutoConfiguration.class, SimpleMetricsExportAutoConfiguration.class,
				CompositeMeterRegistryAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory", "management.endpoints.web.exposure.include=locks");

	private final ApplicationContextRunner scheduled = this.runner.withUserConfiguration(Scheduling.class)
		.withBean(Jobs.class);

	private static JobStatus job(ApplicationContext context, String name) {
		return context.getBean(JobRuns.class)
			.jobs()
			.stream()
			.filter((job) -> job.name().equals(name))
			.findFirst()
			.orElseThrow();
	}

	@Test
	void isFoundByApplications() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, null).getCandidates())
			.contains(LockJobAutoConfiguration.class.getName());
	}

	@Test
	void addsNothingWithoutASchedule() {
		this.runner.withBean(Jobs.class)
			.run((context) -> assertThat(context).doesNotHaveBean(JobRuns.class).doesNotHaveBean(JobMetrics.class));
		this.scheduled.withPropertyValues("distributed-lock.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(JobRuns.class));
	}

	@Test
	void onlyLockedMethodsWithAScheduleAreJobs() {
		this.scheduled.run((context) -> assertThat(context.getBean(JobRuns.class).jobs()).extracting(JobStatus::name)
			.containsExactly("Jobs.failing", "Jobs.hourly", "Jobs.often"));
	}

	@Test
	void aRunBySchedule() {
		this.scheduled.run((context) -> {
			await().untilAsserted(() -> assertThat(job(context, "Jobs.often").lastRun()).isNotNull()
				.extracting(JobRun::outcome, JobRun::failure)
				.containsExactly(JobOutcome.SUCCEEDED, null));
			await().untilAsserted(() -> assertThat(job(context, "Jobs.failing").lastRun()).isNotNull()
				.extracting(JobRun::outcome, JobRun::failure)
				.containsExactly(JobOutcome.FAILED, IllegalStateException.class.getName()));
			assertThat(context.getBean(MeterRegistry.class)
				.get("distributed.lock.job.run")
				.tags("name", "Jobs.often", "outcome", "succeeded")
				.timer()
				.count()).isPositive();
		});
	}

	@Test
	void reactiveRunsAndSkipsBySchedule() {
		this.runner.withConfiguration(AutoConfigurations.of(LockReactiveAutoConfiguration.class))
			.withUserConfiguration(Scheduling.class)
			.withBean(ReactiveJobs.class)
			.run((context) -> {
				await().untilAsserted(() -> assertThat(job(context, "ReactiveJobs.often").lastRun()).isNotNull()
					.extracting(JobRun::outcome)
					.isEqualTo(JobOutcome.SUCCEEDED));
				LockHandle elsewhere = context.getBean(LockClient.class).lock("often").acquire().detach();
				await().untilAsserted(() -> assertThat(job(context, "ReactiveJobs.often").lastSkip()).isNotNull()
					.extracting(JobSkip::outcome)
					.isEqualTo(LockOutcome.TIMED_OUT));
				elsewhere.close();
			});
	}

	@Test
	void aTurnIsSkippedWhileAnotherHasTheLock() {
		this.scheduled.run((context) -> {
			LockHandle elsewhere = context.getBean(LockClient.class).lock("hourly").acquire().detach();
			context.getBean(Jobs.class).hourly();
			elsewhere.close();
			JobStatus job = job(context, "Jobs.hourly");
			assertThat(job.lastSkip()).isNotNull().extracting(JobSkip::outcome).isEqualTo(LockOutcome.TIMED_OUT);
			assertThat(job.lastRun()).isNull();
		});
	}

	@Test
	void propertiesNameJobsThatHaveNoSchedule() {
		this.runner.withPropertyValues("distributed-lock.jobs.names=import,export").run((context) -> {
			context.getBean(LockClient.class).lock("import:7").name("import").run(() -> {
			});
			assertThat(job(context, "import").lastRun()).isNotNull();
			assertThat(job(context, "export").lastRun()).isNull();
		});
	}

	@Test
	void theEndpointShowsJobs() {
		this.scheduled.run((context) -> {
			context.getBean(Jobs.class).hourly();
			OfInstance locks = (OfInstance) context.getBean(LocksEndpoint.class).locks(null, null, null);
			assertThat(locks.jobs()).extracting(Job::name).contains("Jobs.hourly");
			assertThat(locks.jobs()).filteredOn((job) -> job.name().equals("Jobs.hourly"))
				.singleElement()
				.satisfies((job) -> {
					assertThat(job.lastRun()).isNotNull();
					assertThat(job.lastRun().took().toNanos() % 1_000_000).as("milliseconds are enough").isZero();
				});
		});
	}

	@Test
	void worksWithoutMicrometer() {
		this.runner.withPropertyValues("distributed-lock.jobs.names=import")
			.withClassLoader(new FilteredClassLoader("io.micrometer"))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(JobRuns.class)
				.doesNotHaveBean("distributedLockJobMetrics"));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class Scheduling {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@Scheduled(cron = "0 0 * * * *")
	@interface Hourly {

	}

	static class ReactiveJobs {

		@Scheduled(fixedDelay = 20)
		@DistributedLock(key = "often", waitTime = 0, failStrategy = LockFailStrategy.SKIP)
		public Mono<Void> often() {
			return Mono.delay(Duration.ofMillis(1)).then();
		}

	}

	static class Jobs {

		@Scheduled(fixedDelay = 20)
		@DistributedLock(key = "often", waitTime = 0, failStrategy = LockFailStrategy.SKIP)
		public void often() {
			// nothing to do
		}

		@Scheduled(fixedDelay = 50)
		@Scheduled(cron = "0 0 4 * * *")
		@DistributedLock(key = "failing", waitTime = 0, failStrategy = LockFailStrategy.SKIP)
		public void failing() {
			throw new IllegalStateException("thrown by a test");
		}

		@Hourly
		@DistributedLock(key = "hourly", waitTime = 0, failStrategy = LockFailStrategy.SKIP)
		public void hourly() {
			// nothing to do
		}

		@DistributedLock(key = "other")
		public List<String> other() {
			return List.of();
		}

		@Scheduled(cron = "0 0 5 * * *")
		public void unlocked() {
			// not called
		}

	}

}
