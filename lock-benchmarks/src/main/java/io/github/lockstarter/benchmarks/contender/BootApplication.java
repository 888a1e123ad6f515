package io.github.lockstarter.benchmarks.contender;

import java.util.HashMap;
import java.util.Map;

import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.benchmarks.Target;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Beans as an application gets them from Spring Boot. Not a {@code SpringApplication},
 * which takes longer to start.
 */
final class BootApplication implements AutoCloseable {

	private final AnnotationConfigApplicationContext context;

	private BootApplication(Target target, Class<?> configuration, Map<String, Object> properties) {
		properties.put("spring.data.redis.host", target.host());
		properties.put("spring.data.redis.port", target.port());
		this.context = new AnnotationConfigApplicationContext();
		this.context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("benchmarks", properties));
		this.context.register(configuration);
		this.context.refresh();
	}

	static BootApplication withRedis(Target target) {
		return new BootApplication(target, Redis.class, new HashMap<>());
	}

	static BootApplication withLocks(Target target) {
		Map<String, Object> properties = new HashMap<>();
		target.settings().forEach((name, value) -> properties.put("distributed-lock." + name, value));
		return new BootApplication(target, Locks.class, properties);
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

}
