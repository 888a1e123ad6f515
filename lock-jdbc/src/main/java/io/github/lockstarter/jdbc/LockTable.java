package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

import io.github.lockstarter.store.LockPage;
import io.github.lockstarter.store.record.LockRecordState;
import io.github.lockstarter.store.record.Message;
import org.jspecify.annotations.Nullable;

/**
 * The statements on the table of the locks. Each is a transaction by itself: a row is
 * changed only if it is still as it was read, so no row stays locked between statements.
 * Thread-safe.
 */
final class LockTable {

	private final Dialect dialect;

	private final String find;

	private final String begin;

	private final String update;

	private final String delete;

	private final String deleteInTime;

	private final SeveralRows several;

	private final String list;

	private final String sweep;

	LockTable(Dialect dialect, String table) {
		this.dialect = dialect;
		String clock = dialect.micros();
		this.find = "select t.created_at, t.record, " + clock + ", " + dialect.server()
				+ " from (select 1 as one) o left join " + table + " t on t.lock_key = ?";
		this.begin = beginning(dialect, table, "(select cast(? as varchar), cast(? as varchar), cast(? as bigint))");
		this.update = "update " + table
				+ " set record = ?, forgotten_at = ? where lock_key = ? and created_at = ? and record = ?";
		this.delete = "delete from " + table + " where lock_key = ? and created_at = ? and record = ?";
		this.deleteInTime = this.delete + " and " + clock + " < ? returning " + clock + ", " + SeveralRows.UNHURRIED;
		this.several = new SeveralRows(dialect, table);
		this.list = "select lock_key, created_at, record from " + table
				+ " where lock_key > ? order by lock_key limit ?";
		this.sweep = "delete from " + table + " where forgotten_at < " + clock + " / 1000 - 60000";
	}

	/** Create rows at the moment at which it is their turn. */
	static String beginning(Dialect dialect, String table, String rows) {
		String clock = dialect.micros();
		return "insert into " + table + " (record, forgotten_at, lock_key, created_at) select r.record, " + clock
				+ " / 1000 + r.forgotten_after, r.lock_key, " + clock + " from " + dialect.inTurn(rows)
				+ " on conflict do nothing";
	}

	Dialect dialect() {
		return this.dialect;
	}

	Row find(Connection connection, String key) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.find)) {
			statement.setString(1, RowKey.of(key));
			try (ResultSet rows = statement.executeQuery()) {
				rows.next();
				return new Row(key, rows.getLong(1), rows.getString(2), rows.getLong(3), rows.getString(4));
			}
		}
	}

	/**
	 * Create the row of a lock that has none.
	 * @return the moment at which the row was created; empty if it existed already
	 */
	OptionalLong begin(Connection connection, NewRow row) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.begin, new String[] { "created_at" })) {
			statement.setString(1, RowKey.of(row.key()));
			statement.setString(2, row.text());
			statement.setLong(3, row.forgottenAfterMillis());
			statement.executeUpdate();
			try (ResultSet created = statement.getGeneratedKeys()) {
				return created.next() ? OptionalLong.of(created.getLong(1)) : OptionalLong.empty();
			}
		}
	}

	/**
	 * Create the rows of different locks that have none.
	 * @return the moments at which rows were created, by lock
	 */
	Map<String, Long> begin(Connection connection, List<NewRow> rows) throws SQLException {
		if (rows.size() > 1 && this.dialect.isReturning()) {
			return this.several.begin(connection, rows);
		}
		Map<String, Long> created = new HashMap<>();
		for (NewRow row : rows) {
			begin(connection, row).ifPresent((micros) -> created.put(row.key(), micros));
		}
		return created;
	}

	/**
	 * Delete the rows of different locks that are still the same.
	 * @return the moments at which rows were deleted, by lock; none if the database can't
	 * tell them
	 */
	Map<String, Long> end(Connection connection, List<LastRow> rows) throws SQLException {
		if (!this.dialect.isReturning() || rows.isEmpty()) {
			return Map.of();
		}
		if (rows.size() > 1) {
			return this.several.end(connection, rows);
		}
		LastRow last = rows.get(0);
		try (PreparedStatement statement = connection.prepareStatement(this.deleteInTime)) {
			statement.setString(1, RowKey.of(last.row().key()));
			statement.setLong(2, last.row().createdAt());
			statement.setString(3, last.row().text());
			statement.setLong(4, last.latestMicros());
			try (ResultSet deleted = statement.executeQuery()) {
				return deleted.next() ? Map.of(last.row().key(), deleted.getLong(1)) : Map.of();
			}
		}
	}

	/**
	 * Replace a row by the next one if it is still the same, and notify.
	 * @return false if it was replaced meanwhile
	 */
	boolean replace(Connection connection, Row row, Row next, long forgottenAt, List<Message> messages)
			throws SQLException {
		String before = row.text();
		String after = next.text();
		if (Objects.equals(before, after)) {
			return true;
		}
		String key = RowKey.of(row.key());
		return (after == null) ? change(connection, this.delete, messages, key, row.createdAt(), before)
				: change(connection, this.update, messages, after, forgottenAt, key, row.createdAt(), before);
	}

	/** A message that can't be sent is lost like others: its waiter asks again. */
	private boolean change(Connection connection, String sql, List<Message> messages, @Nullable Object... values)
			throws SQLException {
		if (this.dialect.isNotifying() && !messages.isEmpty()) {
			try {
				return changeAndNotify(connection, Notifications.sent(sql), messages, values);
			}
			catch (SQLException ex) {
				if (!Failures.isFullOfNotifications(ex)) {
					throw ex;
				}
			}
		}
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			set(statement, values);
			return statement.executeUpdate() > 0;
		}
	}

	private static boolean changeAndNotify(Connection connection, String sql, List<Message> messages,
			@Nullable Object... values) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			Notifications.set(connection, statement, set(statement, values), messages);
			try (ResultSet sent = statement.executeQuery()) {
				return sent.next();
			}
		}
	}

	/**
	 * Set the first parameters.
	 * @return the index of the next one
	 */
	private static int set(PreparedStatement statement, @Nullable Object... values) throws SQLException {
		int index = 1;
		for (Object value : values) {
			statement.setObject(index++, value);
		}
		return index;
	}

	LockPage page(Connection connection, String cursor, int count) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.list)) {
			statement.setString(1, cursor);
			statement.setInt(2, count);
			List<String> keys = new ArrayList<>();
			String last = cursor;
			try (ResultSet rows = statement.executeQuery()) {
				while (rows.next()) {
					last = rows.getString(1);
					keys.add(LockRecordState.read(rows.getString(3), rows.getLong(2)).key());
				}
			}
			return new LockPage(keys, (keys.size() < count) ? "" : last);
		}
	}

	/** Delete the rows that dead JVMs have left behind. */
	void sweep(Connection connection) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.sweep)) {
			statement.executeUpdate();
		}
	}

}
