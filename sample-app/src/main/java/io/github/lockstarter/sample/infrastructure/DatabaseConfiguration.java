package io.github.lockstarter.sample.infrastructure;

import java.io.IOException;
import java.sql.SQLException;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * Provides a database unless {@code spring.datasource.url} names one. The property is
 * read again at run time, since conditions are evaluated when the application is
 * processed ahead of time.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnExpression("!environment.containsProperty('spring.datasource.url')")
class DatabaseConfiguration {

	@Bean
	@Lazy
	EmbeddedDatabase embeddedDatabase(Leftovers leftovers) throws IOException, SQLException {
		return new EmbeddedDatabase(leftovers.newDirectory());
	}

	@Bean
	JdbcConnectionDetails databaseConnectionDetails(ObjectProvider<EmbeddedDatabase> embedded,
			Environment environment) {
		String url = environment.getProperty("spring.datasource.url");
		return (url == null) ? embedded.getObject().address()
				: new DatabaseAddress(url, environment.getProperty("spring.datasource.username"),
						environment.getProperty("spring.datasource.password"));
	}

}
