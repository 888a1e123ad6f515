package io.github.lockstarter.jdbc.autoconfigure;

import javax.sql.DataSource;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.autoconfigure.ConditionalOnFurtherLockStore;
import io.github.lockstarter.jdbc.JdbcLockStore;
import io.github.lockstarter.jdbc.JdbcStoreSettings;
import io.github.lockstarter.store.LockStore;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of locks in the application's database. A {@link LockClient} or
 * {@link LockStore} bean of the application replaces the default one.
 */
@AutoConfiguration(beforeName = "io.github.lockstarter.autoconfigure.LockAutoConfiguration")
@ConditionalOnProperty(name = "distributed-lock.enabled", havingValue = "true", matchIfMissing = true)
@EnableConfigurationProperties(JdbcLockProperties.class)
public final class JdbcLockAutoConfiguration {

	JdbcLockAutoConfiguration() {
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
		return new JdbcLockStore(dataSource(askedBy, properties.getDataSource(), beans), settings(properties));
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
		try {
			return new JdbcStoreSettings(properties.getTable(), properties.getMaxConnections(),
					properties.isNotifications());
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidConfigurationPropertyValueException("distributed-lock.jdbc.*",
					properties.getTable() + ", " + properties.getMaxConnections(), String.valueOf(ex.getMessage()));
		}
	}

}
