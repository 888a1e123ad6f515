package io.github.lockstarter.sample.infrastructure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * Provides a Redis unless {@code spring.data.redis.host} names one. The property is read
 * again at run time, since conditions are evaluated when the application is processed
 * ahead of time.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnExpression("!environment.containsProperty('spring.data.redis.host')")
class RedisConfiguration {

	@Bean
	@Lazy
	EmbeddedRedis embeddedRedis() {
		return new EmbeddedRedis();
	}

	@Bean
	DataRedisConnectionDetails redisConnectionDetails(ObjectProvider<EmbeddedRedis> embedded, Environment environment) {
		String host = environment.getProperty("spring.data.redis.host");
		return (host == null) ? embedded.getObject().address()
				: new RedisAddress(host, environment.getProperty("spring.data.redis.port", int.class, 6379),
						environment.getProperty("spring.data.redis.username"),
						environment.getProperty("spring.data.redis.password"));
	}

}
