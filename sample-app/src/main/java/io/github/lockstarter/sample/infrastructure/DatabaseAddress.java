package io.github.lockstarter.sample.infrastructure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/**
 * The address of a database.
 */
record DatabaseAddress(String url, @Nullable String username,
		@Nullable String password) implements JdbcConnectionDetails {

	@Override
	public String getJdbcUrl() {
		return this.url;
	}

	@Override
	public @Nullable String getUsername() {
		return this.username;
	}

	@Override
	public @Nullable String getPassword() {
		return this.password;
	}

}
