package io.github.lockstarter.autoconfigure;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Auto-configuration that reports that locks are switched off.
 */
@AutoConfiguration
@Conditional(LocksDisabledAutoConfiguration.OnLocksDisabledCondition.class)
public final class LocksDisabledAutoConfiguration {

	private static final Log logger = LogFactory.getLog(LocksDisabledAutoConfiguration.class);

	@Bean
	static SmartInitializingSingleton distributedLocksDisabledReport() {
		return () -> logger.warn("Distributed locks are switched off by '" + OnLocksEnabledCondition.PROPERTY
				+ "': annotated methods run without a lock");
	}

	static class OnLocksDisabledCondition extends NoneNestedConditions {

		OnLocksDisabledCondition() {
			super(ConfigurationPhase.PARSE_CONFIGURATION);
		}

		@Conditional(OnLocksEnabledCondition.class)
		static class Enabled {

		}

	}

}
