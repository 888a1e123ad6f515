package io.github.lockstarter.jdbc;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The statements of PostgreSQL that change the rows of several locks. All order them in
 * the same way, so that two of them can't wait for each other. Thread-safe.
 */
final class SeveralRows {

	/**
	 * Lets the transaction that deletes a row commit without waiting for the disk. Any
	 * later commit writes it, too; a crash before that brings the row back, and with it
	 * the lock until its lease ends.
	 */
	static final String UNHURRIED = "set_config('synchronous_commit', 'off', true)";

	private final String begin;

	private final String end;

	SeveralRows(Dialect dialect, String table) {
		String clock = dialect.micros();
		this.begin = LockTable.beginning(dialect, table,
				"unnest(cast(? as text[]), cast(? as text[]), cast(? as bigint[]))")
				+ " returning lock_key, created_at";
		this.end = "delete from " + table + " t using"
				+ " unnest(cast(? as text[]), cast(? as text[]), cast(? as bigint[]), cast(? as bigint[]))"
				+ " as r(lock_key, record, created_at, latest) where t.lock_key = r.lock_key and t.record = r.record"
				+ " and t.created_at = r.created_at and " + clock + " < r.latest returning t.lock_key, " + clock + ", "
				+ UNHURRIED;
	}

	Map<String, Long> begin(Connection connection, List<NewRow> rows) throws SQLException {
		Map<String, NewRow> ordered = ordered(rows, NewRow::key);
		return changed(connection, this.begin, ordered, NewRow::key, List.of(text(connection, ordered, NewRow::text),
				number(connection, ordered, NewRow::forgottenAfterMillis)));
	}

	Map<String, Long> end(Connection connection, List<LastRow> rows) throws SQLException {
		Map<String, LastRow> ordered = ordered(rows, (last) -> last.row().key());
		return changed(connection, this.end, ordered, (last) -> last.row().key(),
				List.of(text(connection, ordered, (last) -> String.valueOf(last.row().text())),
						number(connection, ordered, (last) -> last.row().createdAt()),
						number(connection, ordered, LastRow::latestMicros)));
	}

	private static <T> Map<String, T> ordered(List<T> rows, Function<T, String> key) {
		Map<String, T> ordered = new TreeMap<>();
		rows.forEach((row) -> ordered.put(RowKey.of(key.apply(row)), row));
		return ordered;
	}

	private static <T> Array text(Connection connection, Map<String, T> rows, Function<T, String> value)
			throws SQLException {
		return connection.createArrayOf("text", rows.values().stream().map(value).toArray());
	}

	private static <T> Array number(Connection connection, Map<String, T> rows, Function<T, Long> value)
			throws SQLException {
		return connection.createArrayOf("bigint", rows.values().stream().map(value).toArray());
	}

	private static <T> Map<String, Long> changed(Connection connection, String sql, Map<String, T> rows,
			Function<T, String> key, List<Array> columns) throws SQLException {
		Map<String, Long> changed = new HashMap<>();
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			statement.setArray(1, connection.createArrayOf("text", rows.keySet().toArray()));
			for (int i = 0; i < columns.size(); i++) {
				statement.setArray(i + 2, columns.get(i));
			}
			try (ResultSet moments = statement.executeQuery()) {
				while (moments.next()) {
					T row = rows.get(moments.getString(1));
					if (row != null) {
						changed.put(key.apply(row), moments.getLong(2));
					}
				}
			}
		}
		return changed;
	}

}
