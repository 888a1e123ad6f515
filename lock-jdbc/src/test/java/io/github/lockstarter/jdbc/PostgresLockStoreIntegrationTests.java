package io.github.lockstarter.jdbc;

import java.time.Duration;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.store.tck.LockStoreContractManagement;
import io.github.lockstarter.store.tck.NeedsFeature;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.awaitility.Awaitility.await;

/**
 * Runs the contract on PostgreSQL. Each session has a store of its own, as in a JVM of
 * its own.
 */
@NeedsFeature.Lacking(StoreFeature.VOTES)
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class PostgresLockStoreIntegrationTests extends LockStoreContractManagement {

	private static final HikariDataSource pool = Postgres.pool();

	@AfterAll
	static void closePool() {
		pool.close();
	}

	@Override
	protected LockStore createStore() {
		return new JdbcLockStore(pool);
	}

	/** A new session opens connections first. */
	@Override
	protected Duration shortLease() {
		return Duration.ofMillis(1500);
	}

	@Override
	protected void awaitGone(String instance) {
		JdbcTemplate database = new JdbcTemplate(pool);
		await().until(() -> database
			.queryForList("select 1 from pg_stat_activity where application_name = ?", Notifications.channel(instance))
			.isEmpty());
	}

}
