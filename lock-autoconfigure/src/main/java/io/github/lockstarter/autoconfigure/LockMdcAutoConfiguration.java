package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.logging.LockMdc;
import org.slf4j.MDC;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration of log entries that show the lock under which they are written.
 */
@AutoConfiguration(afterName = "io.github.lockstarter.autoconfigure.LockAutoConfiguration")
@Conditional({ OnLocksEnabledCondition.class, LockMdcAutoConfiguration.OnMdcEnabledCondition.class })
@ConditionalOnClass(MDC.class)
@ConditionalOnBean(LockClient.class)
@EnableConfigurationProperties({ LockMdcProperties.class, LockProperties.class })
public final class LockMdcAutoConfiguration {

	@Bean
	@Order(LockObservationAutoConfiguration.ORDER + 100)
	@ConditionalOnMissingBean
	LockMdc distributedLockMdc(LockProperties properties) {
		return new LockMdc(properties.isShowKeys());
	}

	static class OnMdcEnabledCondition extends SwitchCondition {

		OnMdcEnabledCondition() {
			super("distributed-lock.mdc.enabled", true);
		}

	}

}
