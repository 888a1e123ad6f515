package io.github.lockstarter.benchmarks.contender;

import java.util.HashMap;
import java.util.Map;

import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.benchmarks.Contender;
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
		String addresses = String.join(",", target.addresses());
		switch (target.topology()) {
			case SERVER -> properties.put("spring.data.redis.url", target.uri());
			case SENTINEL -> {
				properties.put("spring.data.redis.sentinel.master", Target.PRIMARY);
				properties.put("spring.data.redis.sentinel.nodes", addresses);
			}
			case CLUSTER -> properties.put("spring.data.redis.cluster.nodes", addresses);
		}
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
		if (!target.lease().equals(Contender.LEASE)) {
			properties.put("distributed-lock.lease-time", target.lease());
		}
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
