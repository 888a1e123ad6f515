package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Where requests get their connections from. Thread-safe.
 */
interface Connections {

	/** A connection, to be closed. */
	Connection open() throws SQLException;

}
