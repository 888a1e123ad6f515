package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.leader.LeaderRoles;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.OnPropertyListCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Auto-configuration of the {@link LeaderRoles}, if properties name any.
 */
@AutoConfiguration(afterName = "io.github.lockstarter.autoconfigure.LockAutoConfiguration")
@Conditional({ OnLocksEnabledCondition.class, LeaderAutoConfiguration.OnRolesCondition.class })
@ConditionalOnBean(LockClient.class)
@EnableConfigurationProperties(LeaderProperties.class)
public final class LeaderAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LeaderRoles leaderRoles(LockClient client, LeaderProperties properties, ApplicationContext context) {
		return new LeaderRoles(client, properties.checkedRoles(), context::publishEvent);
	}

	@Bean
	LeaderLifecycle leaderLifecycle(LeaderRoles roles, LockProperties properties) {
		return new LeaderLifecycle(roles, properties.getDrainTimeout());
	}

	static class OnRolesCondition extends OnPropertyListCondition {

		OnRolesCondition() {
			super(LeaderProperties.ROLES, () -> ConditionMessage.forCondition("Leader roles"));
		}

	}

}
