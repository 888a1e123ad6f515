package io.github.lockstarter.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.testing.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * The PostgreSQL server that the tests of one JVM share.
 */
final class Postgres {

	private static final EmbeddedPostgres SERVER = start();

	static {
		H2.createTable(SERVER.getPostgresDatabase(), "schema-postgresql.sql");
	}

	private Postgres() {
	}

	static EmbeddedPostgres start() {
		try {
			return EmbeddedPostgres.builder()
				.setPort(FreePort.find())
				.setServerConfig("fsync", "on")
				.setServerConfig("synchronous_commit", "on")
				.setServerConfig("max_connections", "200")
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static EmbeddedPostgres server() {
		return SERVER;
	}

	/** A pool of connections to the server, to be closed. */
	static HikariDataSource pool() {
		return pool(SERVER);
	}

	static HikariDataSource pool(EmbeddedPostgres server) {
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl(server.getJdbcUrl("postgres", "postgres"));
		config.setMaximumPoolSize(10);
		config.setMinimumIdle(0);
		return new HikariDataSource(config);
	}

}
