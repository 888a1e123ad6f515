package io.github.lockstarter.jdbc;

import java.util.List;

import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table of the locks after PostgreSQL has removed what many released locks have left.
 */
@Full
class VacuumedTableIntegrationTests {

	private static final String SCHEMA = "vacuumed";

	private final SingleConnectionDataSource connection = new SingleConnectionDataSource(
			Postgres.server().getJdbcUrl("postgres", "postgres") + "&currentSchema=" + SCHEMA, true);

	private final JdbcTemplate database = new JdbcTemplate(this.connection);

	@BeforeEach
	void createTable() {
		this.database.execute("create schema " + SCHEMA);
		H2.createTable(this.connection, "schema-postgresql.sql");
	}

	@AfterEach
	void close() {
		this.database.execute("drop schema " + SCHEMA + " cascade");
		this.connection.destroy();
	}

	/** A plan that reads the whole table is kept although the table grows. */
	@Test
	void locksAreStillFoundByTheIndex() {
		this.database.update("insert into distributed_lock (lock_key, created_at, forgotten_at, record)"
				+ " select 'order:' || n, n, n, 'record' from generate_series(1, 20000) n");
		this.database.update("delete from distributed_lock");
		this.database.execute("vacuum distributed_lock");
		List<String> plan = this.database
			.queryForList("explain delete from distributed_lock where lock_key = 'order:42'"
					+ " and created_at = 42 and record = 'record'", String.class);
		assertThat(plan).anyMatch((step) -> step.contains("Index Scan using distributed_lock_pkey"));
	}

}
