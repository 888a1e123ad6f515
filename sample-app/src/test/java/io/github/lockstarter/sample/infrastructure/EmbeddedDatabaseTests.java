package io.github.lockstarter.sample.infrastructure;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link EmbeddedDatabase}.
 */
class EmbeddedDatabaseTests {

	@TempDir
	private Path temporary;

	private EmbeddedDatabase database;

	@BeforeEach
	void start() throws IOException, SQLException {
		this.database = new EmbeddedDatabase(Files.createTempDirectory(this.temporary, "database"));
	}

	@AfterEach
	void stop() throws IOException, SQLException {
		this.database.close();
	}

	@Test
	void listensOnThisMachineOnly() throws IOException {
		String server = this.database.address().url().substring("jdbc:h2:".length());
		Listener.assertOnLoopbackOnly(URI.create(server).getPort());
	}

	@Test
	void letsInWhoKnowsItsPassword() throws SQLException {
		DatabaseAddress address = this.database.address();
		try (Connection connection = connect(address.url(), address.password())) {
			assertThat(connection.isValid(0)).isTrue();
		}
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> connect(address.url(), "").close())
			.withMessageContaining("Wrong user name or password");
	}

	@Test
	void opensNoOtherDatabaseOfItsUser() throws SQLException {
		Path other = this.temporary.resolve("other");
		connect("jdbc:h2:file:" + other, "").close();
		String url = this.database.address().url().replaceFirst("/file:.*", "/file:" + other);
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> connect(url, "").close())
			.withMessageContaining("outside");
	}

	@Test
	void hasAPasswordOfItsOwn() throws IOException, SQLException {
		try (EmbeddedDatabase other = new EmbeddedDatabase(Files.createTempDirectory(this.temporary, "other"))) {
			assertThat(this.database.address().password()).hasSizeGreaterThanOrEqualTo(32)
				.isNotEqualTo(other.address().password());
		}
	}

	private static Connection connect(String url, String password) throws SQLException {
		return DriverManager.getConnection(url, "sa", password);
	}

}
