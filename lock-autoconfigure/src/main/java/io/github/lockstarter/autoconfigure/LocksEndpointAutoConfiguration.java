package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.actuate.LocksConsoleEndpoint;
import io.github.lockstarter.actuate.LocksEndpoint;
import io.github.lockstarter.actuate.LocksEndpointWebExtension;
import io.github.lockstarter.job.JobRuns;
import io.github.lockstarter.leader.LeaderRoles;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.EndpointAccessResolver;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Auto-configuration of the {@link LocksEndpoint}, and of the page that shows it.
 */
@AutoConfiguration(afterName = "io.github.lockstarter.autoconfigure.LockAutoConfiguration")
@Conditional(OnLocksEnabledCondition.class)
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
@ConditionalOnAvailableEndpoint(LocksEndpoint.class)
@ConditionalOnBean(LockClient.class)
@ConditionalOnSingleCandidate(LockAdmin.class)
@EnableConfigurationProperties(LockActuatorProperties.class)
public final class LocksEndpointAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LocksEndpoint locksEndpoint(ObjectProvider<LockAdmin> admin, LockActuatorProperties properties,
			ObjectProvider<LeaderRoles> roles, ObjectProvider<JobRuns> jobs) {
		return new LocksEndpoint(admin::getObject, properties.getForceRelease().isEnabled(), roles.getIfAvailable(),
				jobs.getIfAvailable());
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnAvailableEndpoint(exposure = EndpointExposure.WEB)
	LocksEndpointWebExtension locksEndpointWebExtension(LocksEndpoint endpoint) {
		return new LocksEndpointWebExtension(endpoint);
	}

	@Bean
	@ConditionalOnMissingBean
	@Conditional(OnConsoleEnabledCondition.class)
	@ConditionalOnAvailableEndpoint(exposure = EndpointExposure.WEB)
	LocksConsoleEndpoint locksConsoleEndpoint(LocksEndpoint endpoint, EndpointAccessResolver access,
			ObjectProvider<PathMappedEndpoints> paths) {
		return new LocksConsoleEndpoint(endpoint, access, paths::getObject);
	}

	static class OnConsoleEnabledCondition extends SwitchCondition {

		OnConsoleEnabledCondition() {
			super("distributed-lock.actuator.console.enabled", false);
		}

	}

}
