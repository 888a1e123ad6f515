package io.github.lockstarter.applications;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.quartz.SchedulerFactoryBean;
import org.springframework.scheduling.quartz.SpringBeanJobFactory;

/**
 * An instance with a scheduler of its own, made as Spring Boot makes it: it keeps its
 * triggers in memory.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({ Reports.class, ReportSender.class })
class ReportApplication {

	@Bean
	SchedulerFactoryBean quartzScheduler(ApplicationContext context) {
		SpringBeanJobFactory jobs = new SpringBeanJobFactory();
		jobs.setApplicationContext(context);
		SchedulerFactoryBean scheduler = new SchedulerFactoryBean();
		scheduler.setJobFactory(jobs);
		scheduler.setWaitForJobsToCompleteOnShutdown(true);
		return scheduler;
	}

}
