package io.github.lockstarter.benchmarks.contender;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

import javax.sql.DataSource;

import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Target;
import io.github.lockstarter.jdbc.autoconfigure.JdbcLockAutoConfiguration;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Beans as an application gets them from Spring Boot. Not a {@code SpringApplication},
 * which takes longer to start.
 */
final class BootApplication implements AutoCloseable {

	private static final String DATABASE = "spring.datasource.url";

	private final AnnotationConfigApplicationContext context;

	private BootApplication(Target target, Class<?> configuration, Map<String, Object> properties) {
		String addresses = String.join(",", target.addresses());
		switch (target.topology()) {
			case SERVER -> properties.put("spring.data.redis.url", target.uri());
			case SENTINEL -> {
				properties.put("spring.data.redis.sentinel.master", Target.PRIMARY);
				properties.put("spring.data.redis.sentinel.nodes", addresses);
			}
			case CLUSTER -> properties.put("spring.data.redis.cluster.nodes", addresses);
			case QUORUM, POSTGRESQL -> {
				// no Redis of Spring's
			}
		}
		this.context = new AnnotationConfigApplicationContext();
		this.context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("benchmarks", properties));
		this.context.register(configuration);
		this.context.refresh();
	}

	static BootApplication withRedis(Target target) {
		return new BootApplication(target, Redis.class, new HashMap<>());
	}

	static BootApplication withDatabase(Target target) {
		return new BootApplication(target, Database.class, new HashMap<>(Map.of(DATABASE, target.jdbcUrl())));
	}

	static BootApplication withLocks(Target target) {
		Map<String, Object> properties = new HashMap<>();
		if (!target.lease().equals(Contender.LEASE)) {
			properties.put("distributed-lock.lease-time", target.lease());
		}
		Class<?> configuration = Locks.class;
		if (target.topology() == Target.Topology.QUORUM) {
			properties.put("distributed-lock.store", "quorum");
			properties.put("distributed-lock.quorum.nodes", String.join(",", target.uris()));
			properties.put("distributed-lock.quorum.longest-lease", target.lease());
		}
		else if (target.topology() == Target.Topology.POSTGRESQL) {
			properties.put("distributed-lock.store", "jdbc");
			properties.put(DATABASE, target.jdbcUrl());
			configuration = LocksInDatabase.class;
		}
		target.settings().forEach((name, value) -> properties.put("distributed-lock." + name, value));
		return new BootApplication(target, configuration, properties);
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	/** The factory, connected. */
	LettuceConnectionFactory redis() {
		LettuceConnectionFactory factory = bean(LettuceConnectionFactory.class);
		factory.getConnection().close();
		return factory;
	}

	/** The pool of connections, connected. */
	DataSource database() {
		DataSource database = bean(DataSource.class);
		try (Connection connection = database.getConnection()) {
			return database;
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(DataRedisAutoConfiguration.class)
	static class Redis {

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, LockAutoConfiguration.class })
	static class Locks {

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(DataSourceAutoConfiguration.class)
	static class Database {

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataSourceAutoConfiguration.class, JdbcLockAutoConfiguration.class,
			LockAutoConfiguration.class })
	static class LocksInDatabase {

	}

}
