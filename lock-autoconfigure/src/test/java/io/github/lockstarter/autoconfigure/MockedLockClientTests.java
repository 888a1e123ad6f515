package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.actuate.LocksEndpoint;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests that a test may replace the {@link LockClient} by a mock, which is no
 * {@code LockAdmin}, in an application with Actuator.
 */
@SpringJUnitConfig
@ImportAutoConfiguration({ LockAutoConfiguration.class, LockAopAutoConfiguration.class,
		LockMetricsAutoConfiguration.class, LocksEndpointAutoConfiguration.class, LocksHealthAutoConfiguration.class,
		EndpointAutoConfiguration.class, HealthContributorAutoConfiguration.class,
		HealthContributorRegistryAutoConfiguration.class, MetricsAutoConfiguration.class,
		SimpleMetricsExportAutoConfiguration.class, CompositeMeterRegistryAutoConfiguration.class })
@TestPropertySource(
		properties = { "distributed-lock.store=memory", "management.endpoints.web.exposure.include=health,locks" })
class MockedLockClientTests {

	@MockitoBean
	LockClient client;

	@Test
	void theEndpointSaysThatItNeedsTheRealOne(@Autowired LocksEndpoint endpoint) {
		assertThatException().isThrownBy(() -> endpoint.locks(null, null, null))
			.withMessageContaining("'distributedLockClient' is expected to be of type '" + LockAdmin.class.getName())
			.withMessageContaining("Mock");
	}

	@Test
	void theHealthOfTheApplicationIsThatOfTheRest(@Autowired HealthContributorRegistry contributors) {
		assertThat(contributors.getContributor("locks")).isNull();
		assertThat(contributors.getContributor("ping")).isNotNull();
	}

}
