package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.record.Acquisition;
import io.github.lockstarter.store.record.Way;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Requests on connections whose transactions fail if another one changed the row first.
 */
@Full
class IsolationIntegrationTests {

	private static final String REPEATABLE_READ = "TRANSACTION_REPEATABLE_READ";

	private static final String SERIALIZABLE = "TRANSACTION_SERIALIZABLE";

	private final String key = "order:" + UUID.randomUUID();

	private final HikariDataSource others = Postgres.pool();

	private final HikariDataSource pool = new HikariDataSource();

	private LockSession open(String isolation) {
		this.pool.setJdbcUrl(Postgres.server().getJdbcUrl("postgres", "postgres"));
		this.pool.setTransactionIsolation(isolation);
		return new JdbcLockStore(this.pool).open("one-" + this.key, new Deaf());
	}

	@AfterEach
	void close() {
		this.pool.close();
		this.others.close();
	}

	private AcquireRequest request() {
		return new AcquireRequest(this.key, 1, Duration.ofSeconds(60), new Owner("shop", "web", "main"), Duration.ZERO);
	}

	private NewRow rowOfAnother() {
		Question<StoreAnswer> question = (record, now) -> record.acquire(new Acquisition("other", 1), request(),
				Way.DEAF, now);
		return question.first(this.key);
	}

	/** Commit the other transaction when the request waits for it. */
	private AcquisitionState stateAfter(Connection other, CompletionStage<StoreAnswer> answer) throws SQLException {
		JdbcTemplate database = new JdbcTemplate(this.others);
		await().until(
				() -> !database
					.queryForList("select 1 from pg_stat_activity where wait_event_type = 'Lock'"
							+ " and query like '%distributed_lock%'")
					.isEmpty());
		other.commit();
		return answer.toCompletableFuture().join().state();
	}

	@ParameterizedTest
	@ValueSource(strings = { REPEATABLE_READ, SERIALIZABLE })
	void whoComesSecondFindsTheLockTaken(String isolation) throws SQLException {
		try (Connection other = this.others.getConnection()) {
			other.setAutoCommit(false);
			new LockTable(Dialect.POSTGRESQL, JdbcStoreSettings.DEFAULT_TABLE).begin(other, rowOfAnother());
			assertThat(stateAfter(other, open(isolation).acquire(request()))).isEqualTo(AcquisitionState.REFUSED);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { REPEATABLE_READ, SERIALIZABLE })
	void aLockWhoseRowAnotherHasChangedIsReleased(String isolation) throws SQLException {
		LockSession session = open(isolation);
		assertThat(session.acquire(request()).toCompletableFuture().join().state()).isEqualTo(AcquisitionState.GRANTED);
		try (Connection other = this.others.getConnection();
				PreparedStatement change = other
					.prepareStatement("update distributed_lock set forgotten_at = forgotten_at where lock_key = ?")) {
			other.setAutoCommit(false);
			change.setString(1, this.key);
			change.executeUpdate();
			assertThat(stateAfter(other, session.releaseWithoutMark(this.key, 1, 0, Duration.ZERO)))
				.isEqualTo(AcquisitionState.RELEASED);
		}
	}

}
