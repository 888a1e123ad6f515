package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.observation.LockMetrics;
import io.github.lockstarter.store.quorum.QuorumLockStore;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration of the metrics of locks.
 */
@AutoConfiguration(afterName = { "io.github.lockstarter.autoconfigure.LockAutoConfiguration",
		"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
		"org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration" })
@Conditional(OnLocksEnabledCondition.class)
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ LockClient.class, MeterRegistry.class })
public final class LockMetricsAutoConfiguration {

	/** Closer to the lock than observations, so that it does not time them. */
	static final int ORDER = LockObservationAutoConfiguration.ORDER + 200;

	@Bean
	@Order(ORDER)
	@ConditionalOnMissingBean
	LockMetrics distributedLockMetrics(MeterRegistry registry, ObjectProvider<LockAdmin> admin) {
		return new LockMetrics(registry, admin::getIfUnique);
	}

	/**
	 * Metrics of a quorum, where there is one.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(QuorumLockStore.class)
	static class Quorum {

		@Bean
		SmartInitializingSingleton distributedLockQuorumMetrics(LockMetrics metrics,
				ObjectProvider<QuorumLockStore> quorum) {
			return () -> quorum.ifUnique((store) -> metrics.watchQuorum(store::answering));
		}

	}

}
