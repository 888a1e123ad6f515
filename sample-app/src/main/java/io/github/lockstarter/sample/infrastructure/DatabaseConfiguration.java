package io.github.lockstarter.sample.infrastructure;

import java.sql.SQLException;

import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Brings a database along unless {@code spring.datasource.url} names one.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnExpression("!environment.containsProperty('spring.datasource.url')")
class DatabaseConfiguration {

	@Bean
	EmbeddedDatabase embeddedDatabase() throws SQLException {
		return new EmbeddedDatabase();
	}

}
