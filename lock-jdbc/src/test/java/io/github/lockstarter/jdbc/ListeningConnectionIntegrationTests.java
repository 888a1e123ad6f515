package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the connection that listens for the notifications of a session.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class ListeningConnectionIntegrationTests {

	private static final Duration AMPLY = Duration.ofSeconds(30);

	/** A message to itself may take a second. */
	private static final Duration PROBED = Duration.ofMillis(1100);

	private static final String LISTENER = "select pid from pg_stat_activity where application_name = ?";

	private final String instance = UUID.randomUUID().toString();

	@Test
	void afterTheSessionItIsGivenBackAsItWas() throws SQLException {
		try (HikariDataSource pool = Postgres.pool();
				Connection lent = pool.getConnection();
				Connection other = pool.getConnection()) {
			lent.setAutoCommit(false);
			lent.setNetworkTimeout(Runnable::run, 7000);
			GrantChannel channel = new GrantChannel(new SingleConnectionDataSource(lent, true),
					JdbcStoreSettings.defaults(), this.instance, new Deaf());
			assertThat(channel.listen(Dialect.POSTGRESQL)).succeedsWithin(AMPLY);
			assertThat(lent.getAutoCommit()).isTrue();
			assertThat(lent.getNetworkTimeout()).isLessThan(7000);
			channel.close();
			Notifications.wake(other, this.instance);
			await().atMost(AMPLY).untilAsserted(() -> {
				assertThat(lent.getAutoCommit()).isFalse();
				assertThat(lent.getNetworkTimeout()).isEqualTo(7000);
			});
		}
	}

	@Test
	void itProvesItselfAfterEachMissedGrant() throws SQLException {
		try (HikariDataSource pool = Postgres.pool();
				Connection other = pool.getConnection();
				LockSession session = new JdbcLockStore(pool).open(this.instance, new Deaf())) {
			assertThat(session.listen("a")).succeedsWithin(AMPLY);
			int first = listener(other);
			for (int misses = 0; misses < 3; misses++) {
				session.missed("a");
				StallProofTime.pass(PROBED);
			}
			assertThat(listener(other)).isEqualTo(first).isPositive();
		}
	}

	@Test
	void anotherTakesItsPlaceIfItDoesNotProveItself() throws SQLException {
		try (HikariDataSource pool = Postgres.pool(); Connection other = pool.getConnection()) {
			GrantChannel channel = new GrantChannel(pool, JdbcStoreSettings.defaults(), this.instance, new Deaf());
			assertThat(channel.listen(Dialect.POSTGRESQL)).succeedsWithin(AMPLY);
			int first = listener(other);
			assertThat(channel.missed()).isTrue();
			channel.proofSent();
			assertThat(channel.missed()).isFalse();
			StallProofTime.pass(PROBED);
			assertThat(channel.missed()).isFalse();
			await().atMost(AMPLY).until(() -> listener(other) != first && listener(other) > 0);
			await().atMost(AMPLY).until(channel::missed);
			channel.close();
			Notifications.wake(other, this.instance);
			await().atMost(AMPLY).until(() -> listener(other) == 0);
		}
	}

	@Test
	void itKeepsItsPlaceWhileTheMessageToItselfCouldNotBeSent() throws SQLException {
		try (HikariDataSource pool = Postgres.pool(); Connection other = pool.getConnection()) {
			GrantChannel channel = new GrantChannel(pool, JdbcStoreSettings.defaults(), this.instance, new Deaf());
			assertThat(channel.listen(Dialect.POSTGRESQL)).succeedsWithin(AMPLY);
			int first = listener(other);
			assertThat(channel.missed()).isTrue();
			StallProofTime.pass(PROBED);
			assertThat(channel.missed()).isFalse();
			assertThat(channel.isListening()).isTrue();
			channel.proofSent();
			assertThat(channel.missed()).isFalse();
			StallProofTime.pass(PROBED);
			assertThat(listener(other)).isEqualTo(first).isPositive();
			channel.close();
			Notifications.wake(other, this.instance);
			await().atMost(AMPLY).until(() -> listener(other) == 0);
		}
	}

	/** The process that serves the connection, or 0 if there is none. */
	private int listener(Connection other) throws SQLException {
		try (PreparedStatement statement = other.prepareStatement(LISTENER)) {
			statement.setString(1, Notifications.channel(this.instance));
			try (ResultSet row = statement.executeQuery()) {
				return row.next() ? row.getInt(1) : 0;
			}
		}
	}

}
