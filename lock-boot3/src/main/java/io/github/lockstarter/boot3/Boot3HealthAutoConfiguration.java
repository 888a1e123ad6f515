package io.github.lockstarter.boot3;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.actuate.LocksHealth;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.boot3.actuate.LocksHealthIndicator;
import io.github.lockstarter.leader.LeaderRoles;

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
@AutoConfiguration(after = LockAutoConfiguration.class)
@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnEnabledHealthIndicator("locks")
@ConditionalOnBean(LockAutoConfiguration.class)
@ConditionalOnSingleCandidate(LockAdmin.class)
public final class Boot3HealthAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(name = { "locksHealthIndicator", "locksHealthContributor" })
	LocksHealthIndicator locksHealthIndicator(LockAdmin admin, ObjectProvider<LeaderRoles> roles) {
		return new LocksHealthIndicator(new LocksHealth(admin, roles.getIfAvailable()));
	}

}
