package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.jdbc.autoconfigure.JdbcLockAutoConfiguration;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for locks and an application that need connections at the same time.
 */
@ExtendWith(OutputCaptureExtension.class)
@Full
class ApplicationPoolIntegrationTests {

	private static final Duration AMPLY = Duration.ofSeconds(60);

	private final String key = UUID.randomUUID().toString();

	private final HikariDataSource pool = Postgres.pool();

	private final CloseableLockClient other = new LockClientBuilder(new JdbcLockStore(this.pool)).application("shop")
		.instance("other")
		.build();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcLockAutoConfiguration.class,
				LockAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=jdbc",
				"spring.datasource.url=" + Postgres.server().getJdbcUrl("postgres", "postgres"),
				"spring.datasource.hikari.connection-timeout=1000");

	@AfterEach
	void close() {
		this.other.close();
		this.pool.close();
	}

	@Test
	void anApplicationWithOneConnectionHasItWhileALockIsWaitedFor(CapturedOutput output) {
		this.runner.withPropertyValues("spring.datasource.hikari.maximum-pool-size=1").run((context) -> {
			waitForALock(context.getBean(LockClient.class), context.getBean(DataSource.class));
			assertThat(output).doesNotContain("distributed-lock.jdbc");
		});
	}

	@Test
	void aPoolThatIsSharedIsGivenItsConnectionBack(CapturedOutput output) {
		this.runner
			.withPropertyValues("spring.datasource.hikari.maximum-pool-size=1",
					"distributed-lock.jdbc.own-connections=false")
			.run((context) -> {
				assertThat(output).contains("at most 1 connections, and locks use up to 5 of them");
				waitForALock(context.getBean(LockClient.class), context.getBean(DataSource.class));
				assertThat(output).containsOnlyOnce("A request for locks has waited for a connection");
			});
	}

	private void waitForALock(LockClient locks, DataSource application) {
		LockHandle held = this.other.lock(this.key).leaseTime(AMPLY).acquire();
		CompletableFuture<LockHandle> waiting = locks.lock(this.key)
			.waitTime(AMPLY)
			.acquireAsync()
			.toCompletableFuture();
		await().atMost(AMPLY).until(() -> this.other.lock(this.key).inspect().waiters() == 1);
		await().atMost(AMPLY)
			.ignoreExceptions()
			.until(() -> new JdbcTemplate(application).queryForObject("select 1", Integer.class) == 1);
		held.close();
		assertThat(waiting).succeedsWithin(AMPLY).satisfies(LockHandle::close);
	}

	@Test
	void locksAreHadAndRenewedWhileTransactionsHaveTheWholePool() {
		this.runner.withPropertyValues("spring.datasource.hikari.maximum-pool-size=2").run((context) -> {
			DataSource application = context.getBean(DataSource.class);
			try (Connection first = begun(application); Connection second = begun(application)) {
				LockHandle held = context.getBean(LockClient.class).lock(this.key).waitTime(AMPLY).acquire();
				held.extend(AMPLY);
				assertThat(held.isValid()).isTrue();
				held.close();
				first.rollback();
				second.rollback();
			}
			assertThat(this.other.lock(this.key).tryAcquire()).hasValueSatisfying(LockHandle::close);
		});
	}

	private static Connection begun(DataSource application) throws SQLException {
		Connection connection = application.getConnection();
		connection.setAutoCommit(false);
		connection.createStatement().execute("select 1");
		return connection;
	}

}
