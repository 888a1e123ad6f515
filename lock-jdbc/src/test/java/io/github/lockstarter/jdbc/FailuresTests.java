package io.github.lockstarter.jdbc;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Failures}.
 */
class FailuresTests {

	private static StoreException translate(SQLException failure) {
		return Failures.translate(failure, "distributed_lock", false);
	}

	@Test
	void aDatabaseThatOnlyReadsHasTwoPossibleCauses() {
		StoreException failure = translate(
				new SQLException("cannot execute INSERT in a read-only transaction", "25006"));
		assertThat(failure).hasMessageContaining("it is a standby server")
			.hasMessageContaining("'default_transaction_read_only' is on");
		assertThat(failure.getKind()).isEqualTo(Kind.NOT_READY);
		assertThat(failure.isPassing()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "42601", "42000", "42001" })
	void sqlThatTheDatabaseDoesNotKnowIsFinal(String state) {
		StoreException failure = translate(new SQLException("Syntax error in insert into", state));
		assertThat(failure.isPassing()).isFalse();
		assertThat(failure).hasMessageContaining("';MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE'")
			.hasMessageNotContaining("insert into");
	}

	@Test
	void aPoolWithoutConnectionsAlsoNamesTheReason() {
		StoreException failure = translate(new SQLTransientConnectionException("timed out after 3000ms", "08001",
				new SQLException("Connection to localhost:1 refused", "08001")));
		assertThat(failure).hasMessageContaining("timed out after 3000ms: Connection to localhost:1 refused");
		assertThat(translate(new SQLTransientConnectionException("timed out after 3000ms")))
			.hasMessage("no connection to the database: timed out after 3000ms");
		assertThat(failure.getKind()).isEqualTo(Kind.CONNECTION);
	}

	@Test
	void aConnectionWithoutAnAnswerTellsHowLongItWasWaitedFor() {
		StoreException failure = translate(
				new SQLException("An I/O error occurred", "08006", new SocketTimeoutException("Read timed out")));
		assertThat(failure).hasMessage("no connection to the database: it did not answer within 3000 ms");
		assertThat(failure.getKind()).isEqualTo(Kind.CONNECTION);
		assertThat(failure.isPassing()).isTrue();
	}

}
