package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.testing.Deaf;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a session that has waited leaves of the connection that listened for it.
 */
class ListeningConnectionIntegrationTests {

	private static final Duration AMPLY = Duration.ofSeconds(30);

	private final String instance = UUID.randomUUID().toString();

	@Test
	void itIsGivenBackAsItWas() throws SQLException {
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

}
