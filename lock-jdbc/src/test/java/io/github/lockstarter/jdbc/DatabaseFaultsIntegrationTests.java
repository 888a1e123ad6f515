package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Locks while the database, its connections and their pool fail.
 */
@Full
class DatabaseFaultsIntegrationTests extends FailingDatabase {

	private final HikariDataSource onePool = server.pool();

	private final HikariDataSource otherPool = server.pool();

	private final CloseableLockClient one = client(this.onePool, "one");

	private final CloseableLockClient other = client(this.otherPool, "other");

	DatabaseFaultsIntegrationTests(TestInfo test) {
		super(test);
	}

	@AfterEach
	void close() {
		this.one.close();
		this.other.close();
		this.onePool.close();
		this.otherPool.close();
	}

	private CompletableFuture<LockHandle> waiting() {
		CompletableFuture<LockHandle> handle = acquireLater(this.other);
		await().until(() -> waiters() == 1);
		return handle;
	}

	private static void extend(LockHandle held) {
		await().atMost(AMPLY).ignoreExceptionsInstanceOf(LockException.class).untilAsserted(() -> held.extend(AMPLY));
	}

	private int waiters() {
		return new JdbcLockStore(this.onePool).open("looks-" + System.nanoTime(), new Deaf())
			.inspect(this.key)
			.toCompletableFuture()
			.join()
			.waiters();
	}

	@Test
	void aServerThatIsKilledForgetsNoLock() throws Exception {
		LockHandle held = acquire(this.one);
		CompletableFuture<LockHandle> waiting = waiting();
		server.kill();
		server.restart();
		extend(held);
		assertThat(waiting).isNotDone();
		long token = held.fencingToken();
		held.close();
		try (LockHandle next = waiting.get(60, TimeUnit.SECONDS)) {
			assertThat(next.fencingToken()).isGreaterThan(token);
		}
	}

	@Test
	void aCrashRightAfterReleasesKeepsNoLockBeyondItsLease() {
		List<LockHandle> held = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			held.add(this.one.lock(this.key + i).leaseTime(Duration.ofSeconds(5)).acquire());
		}
		held.forEach(LockHandle::close);
		server.kill();
		server.restart();
		for (int i = 0; i < held.size(); i++) {
			try (LockHandle next = this.other.lock(this.key + i).waitTime(AMPLY).acquire()) {
				assertThat(next.fencingToken()).isGreaterThan(held.get(i).fencingToken());
			}
		}
	}

	@Test
	void aServerThatStandsStillKeepsNoCallerBeyondItsWaitTime() {
		acquire(this.one).close();
		server.freeze();
		try {
			CompletableFuture<Optional<LockHandle>> asked = CompletableFuture
				.supplyAsync(() -> this.one.lock(this.key).tryAcquire(Duration.ofSeconds(2)));
			assertThat(asked).failsWithin(Duration.ofSeconds(25))
				.withThrowableThat()
				.withCauseInstanceOf(LockUnavailableException.class);
		}
		finally {
			server.resume();
		}
		await().atMost(AMPLY).untilAsserted(() -> acquire(this.one).close());
	}

	@Test
	void aLockThatIsHeldWhileTheServerStandsStillIsRenewedAfterwards() {
		LockHandle held = this.one.lock(this.key).leaseTime(Duration.ofSeconds(30)).acquire();
		server.freeze();
		CompletableFuture.delayedExecutor(4, TimeUnit.SECONDS).execute(server::resume);
		extend(held);
		held.close();
	}

	@Test
	void aWaiterGetsTheLockAlthoughAllConnectionsWereCut() throws Exception {
		LockHandle held = acquire(this.one);
		CompletableFuture<LockHandle> waiting = waiting();
		cutAll();
		extend(held);
		held.close();
		waiting.get(60, TimeUnit.SECONDS).close();
	}

	private static void cutAll() {
		try (HikariDataSource administration = PostgresServer.pool(server.port(), 1)) {
			new JdbcTemplate(administration).queryForList("select pg_terminate_backend(pid) from pg_stat_activity"
					+ " where backend_type = 'client backend' and pid <> pg_backend_pid()");
		}
	}

	@Test
	void aPoolWithoutConnectionsKeepsNoCallerBeyondItsWaitTime() throws SQLException {
		List<Connection> taken = new ArrayList<>();
		while (taken.size() < this.onePool.getMaximumPoolSize()) {
			taken.add(this.onePool.getConnection());
		}
		CompletableFuture<Optional<LockHandle>> asked = CompletableFuture
			.supplyAsync(() -> this.one.lock(this.key).tryAcquire(Duration.ofSeconds(2)));
		assertThat(asked).failsWithin(Duration.ofSeconds(25))
			.withThrowableThat()
			.withCauseInstanceOf(LockUnavailableException.class);
		for (Connection connection : taken) {
			connection.close();
		}
		await().atMost(AMPLY).untilAsserted(() -> acquire(this.one).close());
	}

	@Test
	void aPoolOfTwoConnectionsIsEnoughForManyThreads() {
		try (HikariDataSource small = PostgresServer.pool(server.port(), 2);
				CloseableLockClient client = client(small, "small")) {
			List<CompletableFuture<Void>> work = new ArrayList<>();
			for (int i = 0; i < 40; i++) {
				String lock = this.key + i % 4;
				work.add(CompletableFuture
					.runAsync(() -> client.lock(lock).waitTime(AMPLY).run(() -> assertThat(lock).isNotEmpty())));
			}
			assertThat(CompletableFuture.allOf(work.toArray(CompletableFuture[]::new))).succeedsWithin(AMPLY);
		}
	}

	@Test
	void aServerThatIsDownIsNamedInTheFailure() {
		DataSource nowhere = new DriverManagerDataSource("jdbc:postgresql://localhost:1/postgres");
		LockSession session = new JdbcLockStore(nowhere).open("nowhere", new Deaf());
		assertThat(session.inspect(this.key)).failsWithin(AMPLY)
			.withThrowableThat()
			.withCauseInstanceOf(StoreException.class)
			.withMessageContaining("no connection to the database");
	}

}
