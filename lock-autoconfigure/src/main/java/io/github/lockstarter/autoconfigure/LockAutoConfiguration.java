package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.core.Instrumentations;
import io.github.lockstarter.core.LockClientOptions;
import io.github.lockstarter.store.LockStore;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Auto-configuration of the {@link LockClient}, over the application's Redis. A
 * {@link LockClient}, {@link LockStore} or {@link LockSettings} bean of the application
 * replaces the default one.
 */
@AutoConfiguration(afterName = { "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
		"org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration" })
@Conditional(OnLocksEnabledCondition.class)
@EnableConfigurationProperties(LockProperties.class)
@Import({ RedisStoreConfiguration.class, MemoryStoreConfiguration.class, QuorumStoreConfiguration.class })
public final class LockAutoConfiguration {

	LockAutoConfiguration(Environment environment) {
		UnitlessTimes.refuse(environment);
	}

	@Bean
	@ConditionalOnMissingBean
	LockSettings distributedLockSettings(LockProperties properties, Environment environment) {
		return new LockSettingsMapper(properties).map(NamedLocks.bind(environment));
	}

	@Bean
	@ConditionalOnMissingBean(LockClient.class)
	DefaultLockClient distributedLockClient(LockProperties properties, LockSettings settings,
			ObjectProvider<LockStore> store, ObjectProvider<LockInstrumentation> instrumentations,
			Environment environment, ApplicationContext context) {
		LockStore standard = store.getIfAvailable(() -> {
			throw noStore(properties.getStore(), "distributed-lock.store", context.getClassLoader());
		});
		return new DefaultLockClient(
				FurtherStores.of(standard, environment, context,
						(kind, property) -> noStore(kind, property, context.getClassLoader())),
				settings, LocalIdentity.of(environment),
				new LockClientOptions(properties.getRenewal().getInterval(), properties.getLocalHandover().map(),
						properties.isReleaseInBackground()),
				new LockEventPublisher(context), Instrumentations.of(instrumentations.orderedStream().toList()));
	}

	private static LockConfigurationException noStore(LockProperties.Store store, String property,
			@Nullable ClassLoader classLoader) {
		if (store == LockProperties.Store.JDBC) {
			return missing("a database", "lock-jdbc", "remove the property '" + property + "'");
		}
		if (store == LockProperties.Store.QUORUM
				&& !ClassUtils.isPresent("io.github.lockstarter.store.quorum.QuorumLockStore", classLoader)) {
			return missing("a quorum of servers", "lock-quorum", "remove the property '" + property + "'");
		}
		if (store == LockProperties.Store.REDIS
				&& ClassUtils.isPresent("io.github.lockstarter.jdbc.JdbcLockStore", classLoader)) {
			return new LockConfigurationException(
					"Distributed locks use Redis, which this application lacks; it has lock-jdbc.", "Set '" + property
							+ "=jdbc' to keep them in the database, or add io.github.lockstarter:lock-starter.");
		}
		if (!ClassUtils.isPresent("io.github.lockstarter.store.redis.RedisLockStore", classLoader)) {
			return missing("Redis", "lock-redis", "set '" + property + "=jdbc' to keep them in a database");
		}
		return new LockConfigurationException(
				"Distributed locks use Redis, but Spring Data Redis or Lettuce is not on the class path.",
				"Add spring-boot-starter-data-redis, and do not exclude Lettuce (io.lettuce:lettuce-core) from it; or set '"
						+ property + "=memory' for development.");
	}

	private static LockConfigurationException missing(String place, String artifact, String otherwise) {
		return new LockConfigurationException(
				"Distributed locks use " + place + ", but " + artifact + " is not on the class path.",
				"Add io.github.lockstarter:" + artifact + ", or " + otherwise + ".");
	}

	@Bean
	LockClientLifecycle distributedLockClientLifecycle(ObjectProvider<DefaultLockClient> clients,
			LockProperties properties, Environment environment) {
		UnknownProperties.report(environment);
		UnusedSettings.reportNodes(properties, environment);
		DrainTimeoutCheck.run(properties.getDrainTimeout(), environment);
		return new LockClientLifecycle(clients, properties.getDrainTimeout());
	}

}
