package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

import javax.sql.DataSource;

import io.github.lockstarter.store.StoreException;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what a request leaves of a connection that is not automatically committed.
 */
class BorrowedConnectionTests {

	private final DataSource database = H2.database(UUID.randomUUID().toString());

	@Test
	void itIsGivenBackAsItWasAlsoByARequestThatFails() throws SQLException {
		try (Connection connection = this.database.getConnection()) {
			connection.setAutoCommit(false);
			SingleConnectionDataSource single = new SingleConnectionDataSource(connection, true);
			Requests requests = new Requests(single::getConnection, JdbcStoreSettings.defaults());
			assertThat(requests.run((lent, table) -> lent.getAutoCommit())).succeedsWithin(Duration.ofSeconds(20))
				.isEqualTo(true);
			assertThat(connection.getAutoCommit()).isFalse();
			new JdbcTemplate(this.database).execute("drop table distributed_lock");
			assertThat(requests.run((lent, table) -> table.find(lent, "order"))).failsWithin(Duration.ofSeconds(20))
				.withThrowableThat()
				.withCauseInstanceOf(StoreException.class)
				.withMessageContaining("does not exist");
			assertThat(connection.getAutoCommit()).isFalse();
		}
	}

}
