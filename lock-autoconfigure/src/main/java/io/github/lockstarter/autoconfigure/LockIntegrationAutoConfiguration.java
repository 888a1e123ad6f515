package io.github.lockstarter.autoconfigure;

import java.util.Map;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.integration.DistributedLockRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.LockRegistry;

/**
 * Auto-configuration of the {@link LockRegistry} of Spring Integration. A registry of the
 * application replaces it.
 */
@AutoConfiguration(afterName = "io.github.lockstarter.autoconfigure.LockAutoConfiguration")
@Conditional({ OnLocksEnabledCondition.class, LockIntegrationAutoConfiguration.OnIntegrationEnabledCondition.class })
@ConditionalOnClass(LockRegistry.class)
@ConditionalOnSingleCandidate(LockClient.class)
@EnableConfigurationProperties(LockIntegrationProperties.class)
public final class LockIntegrationAutoConfiguration {

	/**
	 * The name under which settings and metrics know the locks of the registry.
	 */
	public static final String LOCK_NAME = "integration";

	/** Of Spring Integration 7. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(DistributedLock.class)
	static class Registry {

		@Bean
		@ConditionalOnMissingBean(LockRegistry.class)
		DistributedLockRegistry distributedLockRegistry(LockClient client, ObjectProvider<LockSettings> settings) {
			return new DistributedLockRegistry(client,
					settings.getIfAvailable(() -> new LockSettings(LockOptions.NONE, Map.of())), LOCK_NAME);
		}

	}

	static class OnIntegrationEnabledCondition extends SwitchCondition {

		OnIntegrationEnabledCondition() {
			super("distributed-lock.integration.enabled", true);
		}

	}

}
