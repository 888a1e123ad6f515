package io.github.lockstarter.sample.infrastructure;

import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Brings a Redis along unless {@code spring.data.redis.host} names one.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnExpression("!environment.containsProperty('spring.data.redis.host')")
class RedisConfiguration {

	@Bean
	EmbeddedRedis embeddedRedis() {
		return new EmbeddedRedis();
	}

	@Bean
	DataRedisConnectionDetails redisConnectionDetails(EmbeddedRedis redis) {
		return new DataRedisConnectionDetails() {

			@Override
			public Standalone getStandalone() {
				return Standalone.of("localhost", redis.port());
			}

		};
	}

}
