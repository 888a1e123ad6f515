package io.github.lockstarter.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.Stream;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.testing.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.springframework.util.FileSystemUtils;

import static org.awaitility.Awaitility.await;

/**
 * A PostgreSQL server that can be killed, frozen and started again on its data.
 */
final class PostgresServer implements AutoCloseable {

	private final Path data;

	private EmbeddedPostgres server;

	PostgresServer() {
		this(temporary());
		H2.createTable(this.server.getPostgresDatabase(), "schema-postgresql.sql");
	}

	private PostgresServer(Path data) {
		this.data = data;
		try {
			this.server = start(FreePort.find());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Path temporary() {
		try {
			return Files.createTempDirectory("lock-jdbc-postgres");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Start a standby server, which from now on has every commit before it is answered.
	 */
	PostgresServer newStandby() throws SQLException, IOException {
		Path copy = temporary();
		try (Connection connection = this.server.getPostgresDatabase().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("select pg_backup_start('standby', true)");
			FileSystemUtils.copyRecursively(this.data, copy);
			try (ResultSet stopped = statement.executeQuery("select labelfile from pg_backup_stop(false)")) {
				stopped.next();
				Files.writeString(copy.resolve("backup_label"), stopped.getString(1));
			}
			Files.deleteIfExists(copy.resolve("postmaster.pid"));
			Files.createFile(copy.resolve("standby.signal"));
			Files.writeString(copy.resolve("postgresql.auto.conf"),
					"primary_conninfo = 'host=localhost port=" + port() + " user=postgres'");
			PostgresServer standby = new PostgresServer(copy);
			statement.execute("alter system set synchronous_standby_names = '*'");
			statement.execute("select pg_reload_conf()");
			await().until(() -> {
				try (ResultSet states = statement.executeQuery("select sync_state from pg_stat_replication")) {
					return states.next() && states.getString(1).equals("sync");
				}
			});
			return standby;
		}
	}

	/** Let a standby become the primary. */
	void promote() throws SQLException {
		try (Connection connection = this.server.getPostgresDatabase().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("alter system reset synchronous_standby_names");
			statement.execute("select pg_reload_conf()");
			statement.execute("select pg_promote()");
		}
	}

	private EmbeddedPostgres start(int port) throws IOException {
		return EmbeddedPostgres.builder()
			.setPort(port)
			.setDataDirectory(this.data)
			.setCleanDataDirectory(false)
			.setPGStartupWait(Duration.ofSeconds(60))
			.setServerConfig("fsync", "on")
			.setServerConfig("synchronous_commit", "on")
			.start();
	}

	int port() {
		return this.server.getPort();
	}

	/** A pool of connections that gives up soon, to be closed. */
	HikariDataSource pool() {
		return pool(port(), 10);
	}

	static HikariDataSource pool(int port, int size) {
		return pool("jdbc:postgresql://localhost:" + port + "/postgres?user=postgres", size);
	}

	/** A pool of connections to the primary of two servers, to be closed. */
	HikariDataSource poolWith(PostgresServer standby) {
		return pool("jdbc:postgresql://localhost:" + port() + ",localhost:" + standby.port()
				+ "/postgres?user=postgres&targetServerType=primary&connectTimeout=2", 10);
	}

	/** A pool as the documentation suggests it, to be closed. */
	static HikariDataSource impatientPool(int port) {
		HikariDataSource pool = pool(port, 10);
		pool.setConnectionTimeout(2000);
		pool.setValidationTimeout(1000);
		return pool;
	}

	private static HikariDataSource pool(String url, int size) {
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl(url);
		config.setMaximumPoolSize(size);
		config.setMinimumIdle(0);
		config.setInitializationFailTimeout(-1);
		return new HikariDataSource(config);
	}

	/** All processes of the server. */
	private Stream<ProcessHandle> processes() {
		try {
			long pid = Long.parseLong(Files.readAllLines(this.data.resolve("postmaster.pid")).get(0).trim());
			return ProcessHandle.of(pid).stream().flatMap((main) -> Stream.concat(Stream.of(main), main.descendants()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void freeze() {
		signal("STOP");
	}

	void resume() {
		signal("CONT");
	}

	private void signal(String signal) {
		processes().forEach((process) -> send(signal, process.pid()));
	}

	static void send(String signal, long pid) {
		try {
			new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** Let it die without a word. */
	void kill() {
		var processes = processes().toList();
		processes.forEach(ProcessHandle::destroyForcibly);
		await().until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
	}

	/** Start it again after it was killed. */
	void restart() {
		int port = port();
		try {
			this.server.close();
			Files.deleteIfExists(this.data.resolve("postmaster.pid"));
			this.server = start(port);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() throws IOException {
		this.server.close();
		FileSystemUtils.deleteRecursively(this.data);
	}

}
