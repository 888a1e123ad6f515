package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Source of the connections of requests. Thread-safe.
 */
interface Connections {

	/** A connection, to be closed. */
	Connection open() throws SQLException;

}
