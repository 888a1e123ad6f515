package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.observation.LockAcquisitionConvention;
import io.github.lockstarter.observation.LockMeterObservationHandler;
import io.github.lockstarter.observation.LockObservations;
import io.github.lockstarter.observation.LockedSectionConvention;
import io.micrometer.core.instrument.observation.MeterObservationHandler;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration of the observations of locks, from which traces are made.
 */
@AutoConfiguration(afterName = { "io.github.lockstarter.autoconfigure.LockAutoConfiguration",
		"org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
		"org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration" })
@Conditional(OnLocksEnabledCondition.class)
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({ LockClient.class, ObservationRegistry.class })
@EnableConfigurationProperties(LockProperties.class)
public final class LockObservationAutoConfiguration {

	/** Outside all instrumentation that has no order. */
	static final int ORDER = 0;

	@Bean
	@Order(ORDER)
	@ConditionalOnMissingBean
	LockObservations distributedLockObservations(ObservationRegistry registry,
			ObjectProvider<LockAcquisitionConvention> acquisitions, ObjectProvider<LockedSectionConvention> sections,
			LockProperties properties, ConfigurableListableBeanFactory beanFactory) {
		return new LockObservations(ObservationReaders.exist(beanFactory) ? registry : ObservationRegistry.NOOP,
				acquisitions.getIfAvailable(), sections.getIfAvailable(), properties.isShowKeys());
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterObservationHandler.class)
	static class NoMetersOfObservations {

		@Bean
		@Order(0)
		@ConditionalOnMissingBean
		LockMeterObservationHandler distributedLockMeterObservationHandler() {
			return new LockMeterObservationHandler();
		}

	}

}
