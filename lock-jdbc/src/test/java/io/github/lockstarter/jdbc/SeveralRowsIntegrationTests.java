package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The locks of several threads, written together.
 */
@Full
class SeveralRowsIntegrationTests {

	private static final int LOCKS = 50;

	private static final long NEVER = Long.MAX_VALUE;

	private final String prefix = UUID.randomUUID() + ":";

	private final HikariDataSource pool = Postgres.pool();

	private final LockTable table = new LockTable(Dialect.POSTGRESQL, JdbcStoreSettings.DEFAULT_TABLE);

	@AfterEach
	void close() {
		this.pool.close();
	}

	private NewRow row(String name) {
		return new NewRow(this.prefix + name, "record", 60_000);
	}

	private Row seen(NewRow row, long createdAt) {
		return new Row(row.key(), createdAt, row.text(), createdAt, "");
	}

	@Test
	void onlyRowsThatWereNotThereAreCreatedAndOnlyThoseThatAreTheSameAreDeleted() throws SQLException {
		List<NewRow> rows = List.of(row("z"), row("taken"), row("a\0b"), row("x".repeat(1500)));
		try (Connection connection = this.pool.getConnection()) {
			long taken = this.table.begin(connection, rows.get(1)).orElseThrow();
			Map<String, Long> begun = this.table.begin(connection, rows);
			assertThat(begun).containsOnlyKeys(rows.get(0).key(), rows.get(2).key(), rows.get(3).key());
			assertThat(begun.values()).allMatch((moment) -> moment > taken);
			Map<String, Long> ended = this.table.end(connection,
					List.of(new LastRow(seen(rows.get(0), begun.get(rows.get(0).key())), NEVER),
							new LastRow(seen(rows.get(1), taken - 1), NEVER),
							new LastRow(seen(rows.get(2), begun.get(rows.get(2).key())), taken),
							new LastRow(seen(rows.get(3), begun.get(rows.get(3).key())), NEVER)));
			assertThat(ended).containsOnlyKeys(rows.get(0).key(), rows.get(3).key());
			assertThat(this.table.find(connection, rows.get(1).key()).text()).isEqualTo("record");
			assertThat(this.table.find(connection, rows.get(2).key()).text()).isNotNull();
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void onlyTheStatementThatDeletesDoesNotWaitForTheDisk(int count) throws SQLException {
		List<NewRow> rows = IntStream.range(0, count).mapToObj((i) -> row("released" + i)).toList();
		try (Connection connection = this.pool.getConnection(); Statement statement = connection.createStatement()) {
			Map<String, Long> begun = this.table.begin(connection, rows);
			connection.setAutoCommit(false);
			this.table.end(connection,
					rows.stream().map((row) -> new LastRow(seen(row, begun.get(row.key())), NEVER)).toList());
			assertThat(synchronousCommit(statement)).isEqualTo("off");
			connection.commit();
			assertThat(synchronousCommit(statement)).isEqualTo("on");
		}
	}

	private static String synchronousCommit(Statement statement) throws SQLException {
		try (ResultSet setting = statement.executeQuery("show synchronous_commit")) {
			setting.next();
			return setting.getString(1);
		}
	}

	@Test
	void locksThatAreAskedForTogetherAreWrittenTogether() throws Exception {
		try (HikariDataSource narrow = Postgres.pool()) {
			narrow.setMaximumPoolSize(1);
			LockSession session = new JdbcLockStore(narrow).open("one-" + this.prefix, new Deaf());
			long before = transactions();
			List<StoreAnswer> taken = together(narrow, (lock) -> session.acquire(request(lock)).toCompletableFuture());
			assertThat(taken).allMatch((answer) -> answer.state() == AcquisitionState.GRANTED);
			List<StoreAnswer> released = together(narrow,
					(lock) -> session.releaseWithoutMark(this.prefix + lock, lock, 0, Duration.ZERO)
						.toCompletableFuture());
			assertThat(released).allMatch((answer) -> answer.state() == AcquisitionState.RELEASED);
			assertThat(transactions() - before).isLessThan(LOCKS / 2);
			assertThat(rows()).isZero();
			session.close();
		}
	}

	/** Send requests while the only connection is in use. */
	private List<StoreAnswer> together(HikariDataSource narrow, Asking asking) throws SQLException {
		List<CompletableFuture<StoreAnswer>> answers = new ArrayList<>();
		try (Connection inUse = narrow.getConnection()) {
			assertThat(inUse.isClosed()).isFalse();
			for (long lock = 1; lock <= LOCKS; lock++) {
				answers.add(asking.ask(lock));
			}
		}
		return answers.stream().map(CompletableFuture::join).toList();
	}

	private AcquireRequest request(long lock) {
		return new AcquireRequest(this.prefix + lock, lock, Duration.ofSeconds(60), new Owner("shop", "web", "main"),
				Duration.ZERO);
	}

	private long transactions() {
		return new JdbcTemplate(this.pool)
			.queryForObject("select pg_snapshot_xmax(pg_current_snapshot())::text::bigint", Long.class);
	}

	private long rows() {
		return new JdbcTemplate(this.pool).queryForObject("select count(*) from distributed_lock where lock_key like ?",
				Long.class, this.prefix + "%");
	}

	/**
	 * A request for a lock.
	 */
	interface Asking {

		CompletableFuture<StoreAnswer> ask(long lock);

	}

}
