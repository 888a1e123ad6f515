package io.github.lockstarter.jdbc;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.ClientIdentity;
import io.github.lockstarter.core.DefaultLockClient;
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

	static DefaultLockClient client(HikariDataSource pool, String name) {
		return DefaultLockClient.builder(new JdbcLockStore(pool)).identity(new ClientIdentity("shop", name)).build();
	}

	final LockHandle acquire(DefaultLockClient client) {
		return client.lock(this.key).leaseTime(AMPLY).waitTime(AMPLY).acquire();
	}

	final CompletableFuture<LockHandle> acquireLater(DefaultLockClient client) {
		return client.lock(this.key).leaseTime(AMPLY).waitTime(AMPLY).acquireAsync().toCompletableFuture();
	}

}
