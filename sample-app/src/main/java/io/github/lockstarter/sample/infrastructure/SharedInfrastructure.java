package io.github.lockstarter.sample.infrastructure;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.stereotype.Component;

/**
 * The addresses of this instance's Redis and database, so that others can use the same.
 */
@Component
public class SharedInfrastructure {

	private final DataRedisConnectionDetails redis;

	private final JdbcConnectionDetails database;

	/**
	 * Create the component.
	 * @param redis how this instance connects to Redis
	 * @param database how it connects to the database
	 */
	public SharedInfrastructure(DataRedisConnectionDetails redis, JdbcConnectionDetails database) {
		this.redis = redis;
		this.database = database;
	}

	/**
	 * The properties that lead another instance to the same Redis and database, with
	 * their passwords.
	 * @return names and values of {@code spring.*} properties
	 */
	public Map<String, String> properties() {
		Map<String, String> properties = new LinkedHashMap<>();
		Standalone standalone = this.redis.getStandalone();
		if (standalone != null) {
			properties.put("spring.data.redis.host", standalone.getHost());
			properties.put("spring.data.redis.port", Integer.toString(standalone.getPort()));
		}
		put(properties, "spring.data.redis.username", this.redis.getUsername());
		put(properties, "spring.data.redis.password", this.redis.getPassword());
		properties.put("spring.datasource.url", this.database.getJdbcUrl());
		put(properties, "spring.datasource.username", this.database.getUsername());
		put(properties, "spring.datasource.password", this.database.getPassword());
		return properties;
	}

	private static void put(Map<String, String> properties, String name, @Nullable String value) {
		if (value != null) {
			properties.put(name, value);
		}
	}

}
