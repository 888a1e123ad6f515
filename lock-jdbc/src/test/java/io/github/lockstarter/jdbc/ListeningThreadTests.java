package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.testing.Deaf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.datasource.AbstractDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link ListeningThread} with connections and a log that fail.
 */
class ListeningThreadTests {

	private static final Duration AMPLY = Duration.ofSeconds(30);

	private final Logger logger = (Logger) LoggerFactory.getLogger(ListeningThread.class);

	private final AppenderBase<ILoggingEvent> failing = new FailingAppender();

	private final AtomicInteger attempts = new AtomicInteger();

	private final Connections connections = new Connections();

	private final GrantChannel channel = new GrantChannel(this.connections, JdbcStoreSettings.defaults(), "one",
			new Deaf());

	@BeforeEach
	void letTheLogFail() {
		this.failing.start();
		this.logger.addAppender(this.failing);
		this.logger.setAdditive(false);
		this.logger.setLevel(Level.DEBUG);
	}

	@AfterEach
	void restoreTheLog() {
		this.channel.close();
		this.logger.detachAppender(this.failing);
		this.logger.setAdditive(true);
		this.logger.setLevel(null);
	}

	@Test
	void aLostConnectionIsToldAndOpenedAgainAlthoughTheLogFails() {
		assertThat(this.channel.listen(Dialect.POSTGRESQL)).failsWithin(AMPLY)
			.withThrowableThat()
			.withCauseInstanceOf(StoreException.class);
		await().atMost(AMPLY).until(() -> this.attempts.get() > 1);
		assertThat(this.channel.isListening()).isFalse();
	}

	@Test
	void theFirstFailureOfAConnectionIsTold() throws SQLException {
		Connection broken = mock();
		given(broken.unwrap(any())).willThrow(new SQLException("knows no notifications"));
		given(broken.createStatement()).willThrow(new SQLException("has been aborted"));
		this.connections.next = broken;
		assertThat(this.channel.listen(Dialect.POSTGRESQL)).failsWithin(AMPLY)
			.withThrowableThat()
			.havingRootCause()
			.withMessage("knows no notifications");
	}

	private static final class FailingAppender extends AppenderBase<ILoggingEvent> {

		@Override
		protected void append(ILoggingEvent event) {
			throw new AssertionError("the disk is full");
		}

	}

	private final class Connections extends AbstractDataSource {

		private volatile @Nullable Connection next;

		@Override
		public Connection getConnection() throws SQLException {
			ListeningThreadTests.this.attempts.incrementAndGet();
			Connection connection = this.next;
			if (connection != null) {
				return connection;
			}
			throw new SQLException("unreachable", "08001");
		}

		@Override
		public Connection getConnection(String username, String password) throws SQLException {
			return getConnection();
		}

	}

}
