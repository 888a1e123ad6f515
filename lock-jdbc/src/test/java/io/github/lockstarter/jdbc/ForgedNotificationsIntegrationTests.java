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
import io.github.lockstarter.testing.FreePort;
import io.github.lockstarter.testing.Full;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
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
			for (long token : new long[] { FAR_AHEAD, now * 1000 }) {
				forge((number) -> "granted <instance> %d %d %d %d000 %s  account".formatted(number, token,
						now + AMPLY.toMillis(), now, server));
			}
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
	void keepsOneLockFromBeingCreatedAndCollectsNoProcessesOfTheServer() throws SQLException {
		try (Connection connection = reader(); Statement statement = connection.createStatement()) {
			statement.execute("select pg_advisory_lock(hashtextextended('kept', 7812723471266935659))");
			CompletableFuture<LockHandle> next = this.two.lock("kept")
				.waitTime(AMPLY)
				.acquireAsync()
				.toCompletableFuture();
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> this.one.lock("kept").waitTime(Duration.ofSeconds(12)).acquire())
				.withMessageContaining("another session keeps what the request needs, as pg_locks shows");
			this.one.lock("another").acquire().close();
			try (ResultSet waiting = statement
				.executeQuery("select count(*) from pg_locks where locktype = 'advisory' and not granted")) {
				waiting.next();
				assertThat(waiting.getInt(1)).isLessThanOrEqualTo(4);
			}
			statement.execute("select pg_advisory_unlock_all()");
			next.join().close();
		}
	}

	/** The notices of all databases are kept until all that listen have read them. */
	@Test
	void delaysAHandOverByASecondWithNoticesThatItDoesNotRead() throws Exception {
		try (EmbeddedPostgres small = EmbeddedPostgres.builder()
			.setPort(FreePort.find())
			.setServerConfig("max_notify_queue_pages", "64")
			.start()) {
			H2.createTable(small.getPostgresDatabase(), "schema-postgresql.sql");
			try (HikariDataSource others = Postgres.pool(small);
					CloseableLockClient first = new LockClientBuilder(new JdbcLockStore(others)).build();
					CloseableLockClient second = new LockClientBuilder(new JdbcLockStore(others)).build();
					Connection ears = small.getPostgresDatabase().getConnection();
					Connection mouth = small.getPostgresDatabase().getConnection()) {
				LockHandle held = first.lock("account").leaseTime(AMPLY).acquire();
				CompletableFuture<LockHandle> next = second.lock("account")
					.waitTime(AMPLY)
					.acquireAsync()
					.toCompletableFuture();
				await().until(() -> second.inspect("account").waiters() == 1);
				ears.createStatement().execute("listen anything");
				ears.setAutoCommit(false);
				ears.createStatement().execute("select 1");
				assertThatExceptionOfType(SQLException.class).isThrownBy(() -> fill(mouth))
					.withMessageContaining("too many notifications");
				held.close();
				assertThat(next).succeedsWithin(Duration.ofSeconds(20));
				next.join().close();
			}
		}
	}

	private static void fill(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			for (int i = 0; i < 1000; i++) {
				statement.execute("select pg_notify('anything', repeat('x', 7000) || " + i + " || n)"
						+ " from generate_series(1, 10) n");
			}
		}
	}

	@AfterEach
	void close() {
		this.one.close();
		this.two.close();
		this.pool.close();
	}

}
