package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.UUID;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Waiters that PostgreSQL does not notify, since a setting says so.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class WithoutNotificationsIntegrationTests {

	private final String key = "order:" + UUID.randomUUID();

	private final HikariDataSource pool = Postgres.pool();

	private final LockSession holder = open("holder");

	private final LockSession waiter = open("waiter");

	private LockSession open(String name) {
		JdbcStoreSettings settings = new JdbcStoreSettings(JdbcStoreSettings.DEFAULT_TABLE, 2, false);
		return new JdbcLockStore(this.pool, settings).open(name + "-" + UUID.randomUUID(), new Deaf());
	}

	@AfterEach
	void close() {
		this.holder.close();
		this.waiter.close();
		this.pool.close();
	}

	private StoreAnswer acquire(LockSession session, Duration placeTimeout) {
		session.listen(this.key).toCompletableFuture().join();
		assertThat(session.isListening(this.key)).isTrue();
		return session
			.acquire(new AcquireRequest(this.key, 1, Duration.ofSeconds(60), new Owner("shop", "web", "main"),
					placeTimeout))
			.toCompletableFuture()
			.join();
	}

	@Test
	void theFirstOfThemIsGrantedTheLockAndNobodyListens() {
		acquire(this.holder, Duration.ZERO);
		assertThat(acquire(this.waiter, Duration.ofSeconds(60)).state()).isEqualTo(AcquisitionState.QUEUED);
		this.holder.release(this.key, 1).toCompletableFuture().join();
		LockRecord record = this.holder.inspect(this.key).toCompletableFuture().join();
		assertThat(record.hold()).isNotNull().extracting(LockRecord.Hold::instance).asString().startsWith("waiter-");
		assertThat(new JdbcTemplate(this.pool)
			.queryForList("select 1 from pg_stat_activity where application_name like 'lock_%'")).isEmpty();
		this.waiter.release(this.key, 1).toCompletableFuture().join();
	}

}
