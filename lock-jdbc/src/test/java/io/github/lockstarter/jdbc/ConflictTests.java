package io.github.lockstarter.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import javax.sql.DataSource;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.testing.Deaf;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.datasource.DelegatingDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for statements that the database refuses once, since another transaction was
 * faster.
 */
class ConflictTests {

	private final Conflicting database = new Conflicting(H2.database(UUID.randomUUID().toString()));

	private final LockSession session = new JdbcLockStore(this.database).open("one", new Deaf());

	private static AcquireRequest request(String key) {
		return new AcquireRequest(key, 1, Duration.ofSeconds(60), new Owner("shop", "web-1", "main"), Duration.ZERO);
	}

	private AcquisitionState acquire() {
		return this.session.acquire(request("order")).toCompletableFuture().join().state();
	}

	@Test
	void aLockIsAcquired() {
		this.database.refused = "insert";
		assertThat(acquire()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.database.refused).isNull();
	}

	@Test
	void severalLocksAreAcquired() {
		this.database.refused = "insert";
		assertThat(this.session.acquireInOrder(List.of(request("order"), request("account"))))
			.allSatisfy((answer) -> assertThat(answer.toCompletableFuture().join().state())
				.isEqualTo(AcquisitionState.GRANTED));
		assertThat(this.database.refused).isNull();
	}

	@Test
	void aLockIsReleased() {
		acquire();
		this.database.refused = "delete";
		assertThat(this.session.releaseWithoutMark("order", 1, 0, Duration.ZERO).toCompletableFuture().join().state())
			.isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.database.refused).isNull();
	}

	@Test
	void aLockIsFound() {
		acquire();
		this.database.refused = "select";
		assertThat(this.session.inspect("order").toCompletableFuture().join().hold()).isNotNull();
		assertThat(this.database.refused).isNull();
	}

	/**
	 * Refuses the next statement that begins with a word.
	 */
	private static final class Conflicting extends DelegatingDataSource {

		private volatile String refused;

		Conflicting(DataSource target) {
			super(target);
		}

		@Override
		public Connection getConnection() throws SQLException {
			Connection connection = super.getConnection();
			return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Connection.class },
					(proxy, method, arguments) -> {
						String word = this.refused;
						if (word != null && method.getName().equals("prepareStatement")
								&& arguments[0].toString().startsWith(word + " ")) {
							this.refused = null;
							throw new SQLException("another transaction was faster", "40001");
						}
						try {
							return method.invoke(connection, arguments);
						}
						catch (InvocationTargetException ex) {
							throw ex.getCause();
						}
					});
		}

	}

}
