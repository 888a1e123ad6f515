package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.actuate.LocksHealth;
import io.github.lockstarter.actuate.LocksHealthIndicator;
import io.github.lockstarter.leader.LeaderRoles;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Auto-configuration of the {@link LocksHealthIndicator}.
 */
@AutoConfiguration(afterName = "io.github.lockstarter.autoconfigure.LockAutoConfiguration")
@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnEnabledHealthIndicator("locks")
public final class LocksHealthAutoConfiguration {

	/**
	 * No contributor where a test has replaced the client by a mock, which is no admin.
	 */
	@Bean
	@Conditional(OnLocksEnabledCondition.class)
	@ConditionalOnSingleCandidate(LockAdmin.class)
	@ConditionalOnMissingBean(name = { "locksHealthIndicator", "locksHealthContributor" })
	@Nullable LocksHealthIndicator locksHealthIndicator(ObjectProvider<LockAdmin> admins, ObjectProvider<LeaderRoles> roles) {
		LockAdmin admin = admins.getIfAvailable();
		return (admin != null) ? new LocksHealthIndicator(admin, roles.getIfAvailable()) : null;
	}

	/** So that somebody can alert on it. */
	@Bean("locksHealthIndicator")
	@Conditional(LocksDisabledAutoConfiguration.OnLocksDisabledCondition.class)
	@ConditionalOnMissingBean(name = { "locksHealthIndicator", "locksHealthContributor" })
	LocksHealthIndicator switchedOffLocksHealthIndicator() {
		return new LocksHealthIndicator(LocksHealth.switchedOff());
	}

}
