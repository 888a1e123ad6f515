package io.github.lockstarter.applications;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcDataSource;
import org.springframework.batch.core.configuration.annotation.EnableBatchProcessing;
import org.springframework.batch.core.configuration.annotation.EnableJdbcJobRepository;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * An instance that imports with Spring Batch. All instances have one job repository.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableBatchProcessing
@EnableJdbcJobRepository
@Import({ Imports.class, ImportedData.class })
class ImportApplication {

	@Bean
	DataSource dataSource(@Value("${import.database}") String url) {
		JdbcDataSource database = new JdbcDataSource();
		database.setUrl(url);
		return database;
	}

	@Bean
	JdbcTransactionManager transactionManager(DataSource dataSource) {
		return new JdbcTransactionManager(dataSource);
	}

	@Bean
	Job importJob(JobRepository repository, ImportedData data) {
		Step step = new StepBuilder("load", repository)
			.tasklet((contribution, chunk) -> RepeatStatus.continueIf(data.load()))
			.build();
		return new JobBuilder("import", repository).start(step).build();
	}

}
