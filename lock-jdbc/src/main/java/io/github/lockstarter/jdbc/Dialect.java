package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

import io.github.lockstarter.store.StoreException;

/**
 * The SQL that differs between databases.
 */
enum Dialect {

	/**
	 * The clock goes on within a transaction, and the start of the server identifies its
	 * clock. The number keeps locks of the application on hashes of the same keys apart;
	 * who keeps such a lock for long must not collect the server's processes.
	 */
	POSTGRESQL("cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)",
			"cast(extract(epoch from pg_postmaster_start_time()) as text)",
			", set_config('lock_timeout', '1000', true), pg_advisory_xact_lock(hashtextextended(k.lock_key, 7812723471266935659))",
			true),

	H2("cast(extract(epoch from current_timestamp) * 1000000 as bigint)", "'h2'", "", false);

	private final String micros;

	private final String server;

	private final String turn;

	private final boolean notifying;

	Dialect(String micros, String server, String turn, boolean notifying) {
		this.micros = micros;
		this.server = server;
		this.turn = turn;
		this.notifying = notifying;
	}

	static Dialect of(Connection connection) throws SQLException {
		String product = connection.getMetaData().getDatabaseProductName();
		return switch (product) {
			case "PostgreSQL" -> POSTGRESQL;
			case "H2" -> H2;
			default -> throw new StoreException(
					"locks can't be kept in " + product + "; use PostgreSQL, or H2 in tests", false, null);
		};
	}

	/** The server's clock, in microseconds since the epoch. */
	String micros() {
		return this.micros;
	}

	/** An id of the server that is new after a restart. */
	String server() {
		return this.server;
	}

	/**
	 * Rows, of which each waits until no other transaction creates one with its key: a
	 * clock that is read for it afterwards tells a later moment than for those before.
	 */
	String inTurn(String rows) {
		return "(select k.*" + this.turn + " from " + rows + " as k(lock_key, record, forgotten_after)) r";
	}

	/** Whether a statement that deletes can return a value. */
	boolean isReturning() {
		return this == POSTGRESQL;
	}

	/** Whether it can notify waiters. */
	boolean isNotifying() {
		return this.notifying;
	}

}
