package io.github.lockstarter.boot3;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.actuate.LocksHealth;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LocksDisabledAutoConfiguration;
import io.github.lockstarter.boot3.actuate.LocksHealthIndicator;
import io.github.lockstarter.leader.LeaderRoles;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the {@link LocksHealthIndicator} of Spring Boot 3.
 */
@AutoConfiguration(after = { LockAutoConfiguration.class, LocksDisabledAutoConfiguration.class })
@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnEnabledHealthIndicator("locks")
public final class Boot3HealthAutoConfiguration {

	/**
	 * No contributor where a test has replaced the client by a mock, which is no admin.
	 */
	@Bean
	@ConditionalOnBean(LockAutoConfiguration.class)
	@ConditionalOnSingleCandidate(LockAdmin.class)
	@ConditionalOnMissingBean(name = { "locksHealthIndicator", "locksHealthContributor" })
	@Nullable LocksHealthIndicator locksHealthIndicator(ObjectProvider<LockAdmin> admins, ObjectProvider<LeaderRoles> roles) {
		LockAdmin admin = admins.getIfAvailable();
		return (admin != null) ? new LocksHealthIndicator(new LocksHealth(admin, roles.getIfAvailable())) : null;
	}

	/** So that somebody can alert on it. */
	@Bean("locksHealthIndicator")
	@ConditionalOnBean(LocksDisabledAutoConfiguration.class)
	@ConditionalOnMissingBean(name = { "locksHealthIndicator", "locksHealthContributor" })
	LocksHealthIndicator switchedOffLocksHealthIndicator() {
		return new LocksHealthIndicator(LocksHealth.switchedOff());
	}

}
