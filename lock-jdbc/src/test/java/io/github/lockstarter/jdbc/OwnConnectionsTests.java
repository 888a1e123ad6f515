package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

import com.zaxxer.hikari.HikariDataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.datasource.DelegatingDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link OwnConnections}.
 */
class OwnConnectionsTests {

	private final HikariDataSource application = new HikariDataSource();

	OwnConnectionsTests() {
		this.application.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID());
		this.application.setUsername("sa");
		this.application.setPassword("first");
		this.application.setMaximumPoolSize(1);
	}

	@AfterEach
	void close() {
		this.application.close();
	}

	private OwnConnections own() {
		return OwnConnections.beside(new DelegatingDataSource(this.application), 2).orElseThrow();
	}

	@Test
	void theyAreBesideThoseOfTheApplication() throws SQLException {
		try (OwnConnections own = own();
				Connection theirs = this.application.getConnection();
				Connection first = own.open();
				Connection second = own.open()) {
			assertThat(first.isValid(1) && second.isValid(1) && theirs.isValid(1)).isTrue();
			assertThat(own.getHikariPoolMXBean().getTotalConnections()).isEqualTo(2);
		}
	}

	@Test
	void theyFollowANewPasswordOfTheApplication() throws SQLException {
		try (OwnConnections own = own(); Connection theirs = this.application.getConnection()) {
			own.open().close();
			theirs.createStatement().execute("alter user sa set password 'second'");
			this.application.setPassword("second");
			own.getHikariPoolMXBean().softEvictConnections();
			try (Connection opened = own.open()) {
				assertThat(opened.isValid(1)).isTrue();
			}
		}
	}

	@Test
	void noneIsOpenedBeforeItIsNeededAndNoneStaysAfterTheStore() {
		OwnConnections own = own();
		assertThat(own.isRunning()).isFalse();
		own.close();
		assertThatExceptionOfType(SQLException.class).isThrownBy(own::open).withMessageContaining("closed");
	}

	@Test
	void aDataSourceThatIsNoSuchPoolIsUsedAsItIs() {
		assertThat(OwnConnections.beside(new JdbcDataSource(), 2)).isEmpty();
		assertThat(JdbcLockStore.beside(new JdbcDataSource(), JdbcStoreSettings.defaults())).isEmpty();
	}

}
