package io.github.lockstarter.jdbc;

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

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LockTable}, and for what is left in it.
 */
class LockTableTests {

	private final DataSource database = H2.database(UUID.randomUUID().toString());

	private final LockTable table = new LockTable(Dialect.H2, JdbcStoreSettings.DEFAULT_TABLE);

	private final LockSession session = new JdbcLockStore(this.database).open("one", new Deaf());

	private AcquisitionState acquire(String key) {
		AcquireRequest request = new AcquireRequest(key, 1, Duration.ofSeconds(20), new Owner("shop", "web-1", "main"),
				Duration.ZERO);
		return this.session.acquire(request).toCompletableFuture().join().state();
	}

	private AcquisitionState release(String key) {
		return this.session.releaseWithoutMark(key, 1, 0, Duration.ZERO).toCompletableFuture().join().state();
	}

	private List<String> rows() {
		return new JdbcTemplate(this.database).queryForList("select lock_key from distributed_lock", String.class);
	}

	@Test
	void aLockThatIsReleasedLeavesNoRow() {
		assertThat(acquire("order")).isEqualTo(AcquisitionState.GRANTED);
		assertThat(rows()).containsExactly("order");
		assertThat(release("order")).isEqualTo(AcquisitionState.RELEASED);
		assertThat(rows()).isEmpty();
	}

	@Test
	void keysThatAnIndexCannotHoldAreLocksOfTheirOwn() {
		List<String> keys = List.of("a\0b", "a\0c", "x".repeat(1024), "x".repeat(1023) + "y", RowKey.of("a\0b"));
		assertThat(keys).allSatisfy((key) -> assertThat(acquire(key)).isEqualTo(AcquisitionState.GRANTED));
		assertThat(rows()).hasSize(5).allSatisfy((row) -> assertThat(row).hasSizeLessThan(100));
		assertThat(this.session.scan("", 10).toCompletableFuture().join().keys())
			.containsExactlyInAnyOrderElementsOf(keys);
		assertThat(keys).allSatisfy((key) -> assertThat(release(key)).isEqualTo(AcquisitionState.RELEASED));
	}

	@Test
	void whatWasLeftBehindIsDeletedAMinuteAfterItIsForgotten() throws SQLException {
		acquire("held");
		acquire("left");
		new JdbcTemplate(this.database)
			.update("update distributed_lock set forgotten_at = forgotten_at - 90000 where lock_key = 'left'");
		try (Connection connection = this.database.getConnection()) {
			this.table.sweep(connection);
		}
		assertThat(rows()).containsExactly("held");
	}

	@Test
	void aRowThatSomebodyElseHasReplacedIsNotReplaced() throws SQLException {
		acquire("order");
		try (Connection connection = this.database.getConnection()) {
			Row row = this.table.find(connection, "order");
			release("order");
			acquire("order");
			Row gone = new Row(row.key(), 0, null, row.micros(), row.server());
			assertThat(this.table.replace(connection, row, gone, 0, List.of())).isFalse();
		}
		assertThat(rows()).containsExactly("order");
	}

}
