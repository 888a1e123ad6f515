package io.github.lockstarter.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

import javax.sql.DataSource;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.record.Acquisition;
import io.github.lockstarter.store.record.Way;
import io.github.lockstarter.testing.Deaf;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the tokens of a lock that another session takes and gives back after this one
 * has seen no row, and before it writes one.
 */
class GrowingTokensTests {

	private static final Acquisition FIRST = new Acquisition("one", 1);

	private static final AcquireRequest REQUEST = request(2);

	private final DataSource database = H2.database(UUID.randomUUID().toString());

	private final LockSession other = new JdbcLockStore(this.database).open("two", new Deaf());

	private long otherToken;

	private static AcquireRequest request(long sequence) {
		return new AcquireRequest("order", sequence, Duration.ofSeconds(20), new Owner("shop", "web-1", "main"),
				Duration.ZERO);
	}

	private void otherTakesAndGivesBack() {
		StoreAnswer taken = this.other.acquire(request(1)).toCompletableFuture().join();
		assertThat(taken.state()).isEqualTo(AcquisitionState.GRANTED);
		this.otherToken = taken.token();
		this.other.releaseWithoutMark("order", 1, 0, Duration.ZERO).toCompletableFuture().join();
	}

	/** Before the first row is written, the other session has the lock for a while. */
	private <T> Answered<T> ask(Question<T> question) throws SQLException {
		try (Connection connection = this.database.getConnection()) {
			Connection stopped = (Connection) Proxy.newProxyInstance(getClass().getClassLoader(),
					new Class<?>[] { Connection.class }, (proxy, method, arguments) -> {
						if (this.otherToken == 0 && arguments != null
								&& arguments[0].toString().startsWith("insert into ")) {
							otherTakesAndGivesBack();
						}
						try {
							return method.invoke(connection, arguments);
						}
						catch (InvocationTargetException ex) {
							throw ex.getCause();
						}
					});
			return question.ask(stopped, new LockTable(Dialect.H2, JdbcStoreSettings.DEFAULT_TABLE), "order",
					(message) -> {
					});
		}
	}

	private long nextToken() {
		return this.other.acquire(request(3)).toCompletableFuture().join().token();
	}

	@Test
	void anAcquisitionHasALargerToken() throws SQLException {
		Answered<StoreAnswer> answered = ask((record, now) -> record.acquire(FIRST, REQUEST, Way.DEAF, now));
		assertThat(answered.answer().state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.otherToken).isPositive().isLessThan(answered.answer().token());
	}

	@Test
	void anAcquisitionAfterAnotherHasALargerToken() throws SQLException {
		Answered<Requeued> answered = ask((record, now) -> record.requeue(FIRST, 0, REQUEST, Way.DEAF, now, false));
		assertThat(answered.answer().next().state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.otherToken).isPositive().isLessThan(answered.answer().next().token());
	}

	@Test
	void aMarkIsAsOldAsItsRow() throws SQLException {
		Answered<StoreAnswer> answered = ask((record, now) -> record.release(FIRST, 0, Duration.ZERO, now, false));
		assertThat(this.otherToken).isPositive().isLessThan(answered.row().createdAt());
		assertThat(nextToken()).isGreaterThan(answered.row().createdAt());
	}

}
