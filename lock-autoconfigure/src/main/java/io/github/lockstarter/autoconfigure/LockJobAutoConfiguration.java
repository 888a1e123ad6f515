package io.github.lockstarter.autoconfigure;

import java.time.Clock;
import java.util.List;

import io.github.lockstarter.aop.LockedMethodValidator;
import io.github.lockstarter.job.JobListener;
import io.github.lockstarter.job.JobRuns;
import io.github.lockstarter.observation.JobMetrics;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.OnPropertyListCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;

/**
 * Auto-configuration of the {@link JobRuns}, if there is a schedule, or properties name
 * jobs.
 */
@AutoConfiguration(afterName = { "io.github.lockstarter.autoconfigure.LockAopAutoConfiguration",
		"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
		"org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration" })
@Conditional({ OnLocksEnabledCondition.class, LockJobAutoConfiguration.OnJobsCondition.class })
@EnableConfigurationProperties(LockJobProperties.class)
public final class LockJobAutoConfiguration {

	/** Next to the job, so that it times nothing else. */
	static final int ORDER = LockMetricsAutoConfiguration.ORDER + 100;

	@Bean
	@Order(ORDER)
	@ConditionalOnMissingBean
	JobRuns distributedLockJobRuns() {
		return new JobRuns(Clock.systemUTC());
	}

	/** Comes after the validator, which finds the names. */
	@Bean
	static SmartInitializingSingleton distributedLockJobNames(ObjectProvider<LockedMethodValidator> validator,
			ObjectProvider<JobRuns> jobs, ObjectProvider<LockJobProperties> properties,
			ObjectProvider<JobListener> listeners) {
		return () -> jobs.ifAvailable((runs) -> {
			listeners.orderedStream().forEach(runs::addListener);
			List<String> written = properties.getIfAvailable(LockJobProperties::new).getNames();
			validator.ifAvailable((found) -> {
				runs.add(found.scheduledLockNames());
				UnusedSettings.reportJobs(written, found.lockNames());
			});
			runs.add(written);
		});
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterRegistry.class)
	@ConditionalOnBean(MeterRegistry.class)
	static class Metrics {

		@Bean
		@ConditionalOnMissingBean
		JobMetrics distributedLockJobMetrics(MeterRegistry registry) {
			return new JobMetrics(registry);
		}

	}

	static class OnJobsCondition extends AnyNestedCondition {

		OnJobsCondition() {
			super(ConfigurationPhase.REGISTER_BEAN);
		}

		@ConditionalOnBean(ScheduledAnnotationBeanPostProcessor.class)
		static class Scheduled {

		}

		@Conditional(OnNamesCondition.class)
		static class Named {

		}

	}

	static class OnNamesCondition extends OnPropertyListCondition {

		OnNamesCondition() {
			super(LockJobProperties.NAMES, () -> ConditionMessage.forCondition("Jobs under locks"));
		}

	}

}
