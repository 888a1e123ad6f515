package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a role of the same database that may connect to it, and nothing else: it can
 * delay a lock, and nothing else.
 */
@Full
class ForgedNotificationsIntegrationTests {

	private static final Duration AMPLY = Duration.ofMinutes(1);

	/** Written once, it would shut out all later holders of a fenced row. */
	private static final long FAR_AHEAD = 9_000_000_000_000_000L;

	/** Acquisitions are numbered from one. */
	private static final int TRIES = 20;

	private final HikariDataSource pool = Postgres.pool();

	private final CloseableLockClient one = client();

	private final CloseableLockClient two = client();

	private CloseableLockClient client() {
		return new LockClientBuilder(new JdbcLockStore(this.pool)).build();
	}

	@BeforeAll
	static void createRole() throws SQLException {
		administrate("create role reader login");
	}

	@AfterAll
	static void dropRole() throws SQLException {
		administrate("drop role reader");
	}

	private static void administrate(String statement) throws SQLException {
		try (Connection connection = Postgres.server().getPostgresDatabase().getConnection()) {
			connection.createStatement().execute(statement);
		}
	}

	private static Connection reader() throws SQLException {
		return Postgres.server().getDatabase("reader", "postgres").getConnection();
	}

	private CompletableFuture<LockHandle> waiting(String key) {
		CompletableFuture<LockHandle> waiting = this.two.lock(key).waitTime(AMPLY).acquireAsync().toCompletableFuture();
		await().until(() -> this.two.inspect(key).waiters() == 1);
		return waiting;
	}

	/** Send a message for each number to all that listen for grants. */
	private static void forge(LongFunction<String> message) throws SQLException {
		try (Connection connection = reader(); Statement statement = connection.createStatement()) {
			for (long number = 1; number <= TRIES; number++) {
				statement.execute("select pg_notify(application_name, replace('" + message.apply(number)
						+ "', '<instance>', substr(application_name, 6)))"
						+ " from pg_stat_activity where application_name like 'lock\\_%'");
			}
		}
	}

	@Test
	void hasNoRightToTheLocks() throws SQLException {
		try (Connection connection = reader(); Statement statement = connection.createStatement()) {
			assertThatExceptionOfType(SQLException.class)
				.isThrownBy(() -> statement.execute("select * from distributed_lock"))
				.withMessageContaining("permission denied");
		}
	}

	@Test
	void letsNobodyInAndChoosesNoToken() throws SQLException {
		try (LockHandle held = this.one.lock("account").acquire()) {
			CompletableFuture<LockHandle> next = waiting("account");
			long now = System.currentTimeMillis();
			String server = server();
			forge((number) -> "granted <instance> %d %d %d %d000 %s  account".formatted(number, FAR_AHEAD,
					now + AMPLY.toMillis(), now, server));
			await().during(Duration.ofSeconds(1)).until(() -> !next.isDone());
			assertThat(held.isValid()).isTrue();
			held.close();
			try (LockHandle second = next.join()) {
				assertThat(second.fencingToken()).isGreaterThan(held.fencingToken()).isLessThan(FAR_AHEAD);
			}
		}
	}

	private static String server() throws SQLException {
		try (Connection connection = reader();
				Statement statement = connection.createStatement();
				ResultSet server = statement.executeQuery("select " + Dialect.POSTGRESQL.server())) {
			server.next();
			return server.getString(1);
		}
	}

	@Test
	void revokesNothing() throws SQLException {
		LockHandle first = this.one.lock("account").acquire();
		CompletableFuture<LockHandle> next = waiting("account");
		first.close();
		try (LockHandle held = next.join()) {
			forge((number) -> "revoked <instance> " + number + " account");
			await().during(Duration.ofSeconds(1)).until(() -> !held.isLost() && held.isValid());
		}
	}

	/** Advisory locks know no rights. */
	@Test
	void keepsOneLockFromBeingCreatedAndTheMessageTellsWhereToLook() throws SQLException {
		try (Connection connection = reader(); Statement statement = connection.createStatement()) {
			statement.execute("select pg_advisory_lock(hashtextextended('kept', 7812723471266935659))");
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> this.one.lock("kept").waitTime(Duration.ofSeconds(4)).acquire())
				.withMessageContaining("another session keeps the request waiting, which pg_locks would show");
			this.one.lock("another").acquire().close();
		}
		this.one.lock("kept").waitTime(AMPLY).acquire().close();
	}

	@AfterEach
	void close() {
		this.one.close();
		this.two.close();
		this.pool.close();
	}

}
