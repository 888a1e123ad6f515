package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.datasource.DelegatingDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Logins that the database refuses: for ever, as with a wrong password, or while the
 * password is being changed.
 */
class RefusedLoginTests {

	private static final Duration AMPLY = Duration.ofSeconds(60);

	private final AtomicInteger refusals = new AtomicInteger();

	private volatile boolean refused;

	private final CloseableLockClient client = new LockClientBuilder(
			new JdbcLockStore(new DelegatingDataSource(H2.database("refused-login")) {

				@Override
				public Connection getConnection() throws SQLException {
					if (RefusedLoginTests.this.refused) {
						RefusedLoginTests.this.refusals.incrementAndGet();
						throw new SQLException("password authentication failed", "28P01");
					}
					return super.getConnection();
				}

			}))
		.application("shop")
		.instance("one")
		.build();

	@Test
	void aCallIsToldAtOnceIfThereNeverWasAConnection() {
		this.refused = true;
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.client.lock("key").waitTime(AMPLY).acquire())
			.withMessageContaining("the database rejected the login")
			.satisfies((failure) -> assertThat(failure.getWaited()).isLessThan(AMPLY.dividedBy(2)));
	}

	@Test
	void whoWaitsDoesNotNoticeThatThePasswordIsBeingChanged() {
		this.client.lock("key").acquire().close();
		this.refused = true;
		CompletableFuture<LockHandle> waiting = this.client.lock("key")
			.waitTime(AMPLY)
			.acquireAsync()
			.toCompletableFuture();
		await().until(() -> this.refusals.get() > 1);
		this.refused = false;
		assertThat(waiting).succeedsWithin(AMPLY);
		waiting.join().close();
	}

	@AfterEach
	void close() {
		this.refused = false;
		this.client.close();
	}

}
