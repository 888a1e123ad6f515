package io.github.lockstarter.boot3;

import java.util.Map;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.autoconfigure.LockIntegrationAutoConfiguration;
import io.github.lockstarter.boot3.integration.DistributedLockRegistry;
import io.github.lockstarter.integration.RegisteredLocks;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.support.locks.LockRegistry;

/**
 * Auto-configuration of the {@link LockRegistry} of Spring Integration 6.
 */
@AutoConfiguration(after = LockIntegrationAutoConfiguration.class)
@ConditionalOnMissingClass("org.springframework.integration.support.locks.DistributedLock")
@ConditionalOnBean(LockIntegrationAutoConfiguration.class)
public final class Boot3IntegrationAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(LockRegistry.class)
	DistributedLockRegistry distributedLockRegistry(LockClient client, ObjectProvider<LockSettings> settings) {
		return new DistributedLockRegistry(
				new RegisteredLocks(client, settings.getIfAvailable(() -> new LockSettings(LockOptions.NONE, Map.of())),
						LockIntegrationAutoConfiguration.LOCK_NAME));
	}

}
