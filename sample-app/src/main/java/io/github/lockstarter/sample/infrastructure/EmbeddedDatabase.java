package io.github.lockstarter.sample.infrastructure;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

import org.h2.tools.Server;

import org.springframework.util.FileSystemUtils;

/**
 * A database in a file, served by this JVM to other processes on this machine as well.
 * The directory is deleted when the database is closed.
 */
class EmbeddedDatabase implements AutoCloseable {

	private static final String USER = "sa";

	/** Not when the JVM begins to shut down, since the workers have to end first. */
	private static final String UNTIL_CLOSED = ";DB_CLOSE_ON_EXIT=FALSE";

	static {
		// read once, at the first use of the database
		System.setProperty("h2.bindAddress", "127.0.0.1");
	}

	private final Path directory;

	private final String password = RandomPassword.create();

	private final Connection keepAlive;

	private final Server server;

	EmbeddedDatabase(Path directory) throws SQLException {
		this.directory = directory;
		this.keepAlive = DriverManager.getConnection("jdbc:h2:" + file() + UNTIL_CLOSED, USER, this.password);
		this.server = Server.createTcpServer("-tcpPort", "0", "-baseDir", directory.toString()).start();
	}

	private String file() {
		return "file:" + this.directory.resolve("orders");
	}

	DatabaseAddress address() {
		return new DatabaseAddress("jdbc:h2:tcp://127.0.0.1:" + this.server.getPort() + "/" + file(), USER,
				this.password);
	}

	@Override
	public void close() throws IOException, SQLException {
		this.server.stop();
		this.keepAlive.close();
		FileSystemUtils.deleteRecursively(this.directory);
	}

}
