package io.github.lockstarter.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConnection;

/**
 * A connection factory that is not Lettuce's.
 */
class StubConnectionFactory implements RedisConnectionFactory {

	@Override
	public RedisConnection getConnection() {
		throw new UnsupportedOperationException();
	}

	@Override
	public RedisClusterConnection getClusterConnection() {
		throw new UnsupportedOperationException();
	}

	@Override
	public RedisSentinelConnection getSentinelConnection() {
		throw new UnsupportedOperationException();
	}

	@Override
	public boolean getConvertPipelineAndTxResults() {
		return false;
	}

	@Override
	public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException ex) {
		return null;
	}

}
