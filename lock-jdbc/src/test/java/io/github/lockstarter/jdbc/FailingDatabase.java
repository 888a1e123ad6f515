package io.github.lockstarter.jdbc;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.LockHandle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInfo;

/**
 * Clients of one PostgreSQL that fails, and a lock for each test.
 */
abstract class FailingDatabase {

	static final Duration AMPLY = Duration.ofSeconds(60);

	static PostgresServer server;

	final String key;

	FailingDatabase(TestInfo test) {
		this.key = test.getDisplayName();
	}

	@BeforeAll
	static void startServer() {
		server = new PostgresServer();
	}

	@AfterAll
	static void stopServer() throws IOException {
		server.close();
	}

	static CloseableLockClient client(HikariDataSource pool, String name) {
		return new LockClientBuilder(new JdbcLockStore(pool)).application("shop").instance(name).build();
	}

	final LockHandle acquire(CloseableLockClient client) {
		return client.lock(this.key).leaseTime(AMPLY).waitTime(AMPLY).acquire();
	}

	final CompletableFuture<LockHandle> acquireLater(CloseableLockClient client) {
		return client.lock(this.key).leaseTime(AMPLY).waitTime(AMPLY).acquireAsync().toCompletableFuture();
	}

}
