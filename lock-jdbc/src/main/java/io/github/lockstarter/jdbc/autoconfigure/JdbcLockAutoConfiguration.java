package io.github.lockstarter.jdbc.autoconfigure;

import java.util.function.Supplier;

import javax.sql.DataSource;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.autoconfigure.ConditionalOnFurtherLockStore;
import io.github.lockstarter.autoconfigure.OnLocksEnabledCondition;
import io.github.lockstarter.jdbc.JdbcLockStore;
import io.github.lockstarter.jdbc.JdbcStoreSettings;
import io.github.lockstarter.store.LockStore;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jdbc.metadata.CompositeDataSourcePoolMetadataProvider;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.util.ClassUtils;

/**
 * Auto-configuration of locks in the application's database. A {@link LockClient} or
 * {@link LockStore} bean of the application replaces the default one.
 */
@AutoConfiguration(beforeName = "io.github.lockstarter.autoconfigure.LockAutoConfiguration")
@Conditional(OnLocksEnabledCondition.class)
@EnableConfigurationProperties(JdbcLockProperties.class)
public final class JdbcLockAutoConfiguration {

	private static final Log logger = LogFactory.getLog(JdbcLockAutoConfiguration.class);

	private static final boolean hikari = isPresent("com.zaxxer.hikari.HikariDataSource");

	private static final boolean pools = isPresent("org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata");

	JdbcLockAutoConfiguration() {
	}

	private static boolean isPresent(String className) {
		return ClassUtils.isPresent(className, JdbcLockAutoConfiguration.class.getClassLoader());
	}

	@Bean
	@ConditionalOnProperty(name = "distributed-lock.store", havingValue = "jdbc")
	@ConditionalOnMissingBean({ LockStore.class, LockClient.class })
	JdbcLockStore distributedLockStore(JdbcLockProperties properties, BeanFactory beans) {
		return store("distributed-lock.store", properties, beans);
	}

	@Bean(defaultCandidate = false)
	@ConditionalOnFurtherLockStore("jdbc")
	@ConditionalOnMissingBean(LockClient.class)
	JdbcLockStore distributedLockJdbcStore(JdbcLockProperties properties, BeanFactory beans) {
		return store("distributed-lock.locks.*.store", properties, beans);
	}

	private static JdbcLockStore store(String askedBy, JdbcLockProperties properties, BeanFactory beans) {
		DataSource dataSource = dataSource(askedBy, properties.getDataSource(), beans);
		JdbcStoreSettings settings = settings(properties);
		if (hikari && properties.isOwnConnections()) {
			return JdbcLockStore.beside(dataSource, settings).orElseGet(() -> shared(dataSource, settings, beans));
		}
		return shared(dataSource, settings, beans);
	}

	private static JdbcLockStore shared(DataSource dataSource, JdbcStoreSettings settings, BeanFactory beans) {
		if (pools) {
			PoolSize.check(dataSource, settings, beans);
		}
		return new JdbcLockStore(dataSource, settings);
	}

	private static DataSource dataSource(String askedBy, @Nullable String name, BeanFactory beans) {
		try {
			return (name != null) ? beans.getBean(name, DataSource.class) : beans.getBean(DataSource.class);
		}
		catch (NoSuchBeanDefinitionException ex) {
			if (name != null) {
				throw new InvalidConfigurationPropertyValueException("distributed-lock.jdbc.data-source", name,
						"there is no DataSource bean of this name");
			}
			throw new InvalidConfigurationPropertyValueException(askedBy, "jdbc",
					"there is no DataSource bean, or several and none is primary. Add spring-boot-starter-jdbc and"
							+ " 'spring.datasource.url', or name a DataSource bean in"
							+ " 'distributed-lock.jdbc.data-source'");
		}
	}

	private static JdbcStoreSettings settings(JdbcLockProperties properties) {
		checked("table", properties.getTable(), () -> new JdbcStoreSettings(properties.getTable(),
				JdbcStoreSettings.DEFAULT_MAX_CONNECTIONS, properties.isNotifications()));
		return checked("max-connections", properties.getMaxConnections(),
				() -> new JdbcStoreSettings(properties.getTable(), properties.getMaxConnections(),
						properties.isNotifications()));
	}

	private static JdbcStoreSettings checked(String property, Object value, Supplier<JdbcStoreSettings> settings) {
		try {
			return settings.get();
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidConfigurationPropertyValueException("distributed-lock.jdbc." + property, value,
					String.valueOf(ex.getMessage()));
		}
	}

	/**
	 * Loaded only if Spring Boot's knowledge of pools is on the class path.
	 */
	private static final class PoolSize {

		static void check(DataSource dataSource, JdbcStoreSettings settings, BeanFactory beans) {
			DataSourcePoolMetadata pool = new CompositeDataSourcePoolMetadataProvider(
					beans.getBeanProvider(DataSourcePoolMetadataProvider.class).stream().toList())
				.getDataSourcePoolMetadata(dataSource);
			Integer most = (pool != null) ? pool.getMax() : null;
			if (most != null && most >= 0 && most <= settings.mostConnections()) {
				logger.warn("The pool of the DataSource has at most " + most + " connections, and locks use up to "
						+ settings.mostConnections() + " of them: they can keep the application from its work, and a"
						+ " busy application can let held locks be lost. Raise the pool's maximum, lower"
						+ " 'distributed-lock.jdbc.max-connections', or give the locks connections of their own:"
						+ " 'distributed-lock.jdbc.own-connections', or a DataSource for"
						+ " 'distributed-lock.jdbc.data-source'.");
			}
		}

	}

}
