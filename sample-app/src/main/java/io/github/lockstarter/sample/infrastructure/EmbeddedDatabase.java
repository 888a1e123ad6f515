package io.github.lockstarter.sample.infrastructure;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

import org.h2.tools.Server;

import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/**
 * A database in this JVM that other processes on this machine can reach as well.
 */
class EmbeddedDatabase implements JdbcConnectionDetails, AutoCloseable {

	private static final String NAME = "mem:sample";

	private final Connection keepAlive;

	private final Server server;

	EmbeddedDatabase() throws SQLException {
		this.keepAlive = DriverManager.getConnection("jdbc:h2:" + NAME, getUsername(), getPassword());
		this.server = Server.createTcpServer("-tcpPort", "0").start();
	}

	@Override
	public String getUsername() {
		return "sa";
	}

	@Override
	public String getPassword() {
		return "";
	}

	@Override
	public String getJdbcUrl() {
		return "jdbc:h2:tcp://localhost:" + this.server.getPort() + "/" + NAME;
	}

	@Override
	public void close() throws SQLException {
		this.server.stop();
		this.keepAlive.close();
	}

}
