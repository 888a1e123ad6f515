package io.github.lockstarter.sample.infrastructure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;

/**
 * The address of a Redis.
 */
record RedisAddress(String host, int port, @Nullable String username,
		@Nullable String password) implements DataRedisConnectionDetails {

	@Override
	public Standalone getStandalone() {
		return Standalone.of(this.host, this.port);
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
