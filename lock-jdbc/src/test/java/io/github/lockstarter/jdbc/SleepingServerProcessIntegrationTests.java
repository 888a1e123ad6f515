package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.PGConnection;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tokens while the process of the server that creates a row stands still between the
 * moment that it has read and the row.
 */
@Full
class SleepingServerProcessIntegrationTests {

	private final String key = "order:" + UUID.randomUUID();

	private final LockTable table = new LockTable(Dialect.POSTGRESQL, JdbcStoreSettings.DEFAULT_TABLE);

	private final HikariDataSource pool = Postgres.pool();

	private final JdbcTemplate database = new JdbcTemplate(this.pool);

	@AfterEach
	void close() {
		this.pool.close();
	}

	private static NewRow row(String key) {
		return new NewRow(key, "record", 60_000);
	}

	/** Returns 0 if the lock has a row already. */
	private long begin(Connection connection, NewRow... others) {
		try {
			List<NewRow> rows = Stream.concat(Stream.of(row(this.key)), Stream.of(others)).toList();
			return this.table.begin(connection, rows).getOrDefault(this.key, 0L);
		}
		catch (SQLException ex) {
			throw new CompletionException(ex);
		}
	}

	private void end(Connection connection, long createdAt) throws SQLException {
		Row row = new Row(this.key, createdAt, "record", createdAt, "");
		assertThat(this.table.end(connection, List.of(new LastRow(row, Long.MAX_VALUE)))).isNotEmpty();
	}

	private static int process(Connection connection) throws SQLException {
		return connection.unwrap(PGConnection.class).getBackendPID();
	}

	private boolean isWaiting(int process) {
		return !this.database
			.queryForList("select 1 from pg_stat_activity where pid = ? and wait_event_type = 'Lock'", process)
			.isEmpty();
	}

	static Stream<Named<NewRow[]>> othersInTheSameStatement() {
		return Stream.of(Named.of("none", new NewRow[0]),
				Named.of("one", new NewRow[] { row("z" + UUID.randomUUID()) }));
	}

	@ParameterizedTest
	@MethodSource("othersInTheSameStatement")
	void whoGetsTheLockLaterHasTheLargerToken(NewRow[] others) throws SQLException {
		try (Connection sleeping = this.pool.getConnection();
				Connection releasing = this.pool.getConnection();
				Connection other = this.pool.getConnection()) {
			long first = begin(releasing);
			releasing.setAutoCommit(false);
			end(releasing, first);
			CompletableFuture<Long> later = CompletableFuture.supplyAsync(() -> begin(sleeping, others));
			await().until(() -> isWaiting(process(sleeping)));
			CompletableFuture<Long> meanwhile;
			PostgresServer.send("STOP", process(sleeping));
			try {
				releasing.commit();
				meanwhile = CompletableFuture.supplyAsync(() -> begin(other));
				await().until(() -> meanwhile.isDone() || isWaiting(process(other)));
				if (meanwhile.isDone()) {
					end(other, meanwhile.join());
				}
			}
			finally {
				PostgresServer.send("CONT", process(sleeping));
			}
			assertThat(later.join()).isGreaterThan(first).isGreaterThan(meanwhile.join());
		}
	}

}
