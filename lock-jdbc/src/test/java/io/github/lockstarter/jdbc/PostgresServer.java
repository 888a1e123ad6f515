package io.github.lockstarter.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
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
		try {
			this.data = Files.createTempDirectory("lock-jdbc-postgres");
			this.server = start(0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		H2.createTable(this.server.getPostgresDatabase(), "schema-postgresql.sql");
	}

	private EmbeddedPostgres start(int port) throws IOException {
		EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
			.setDataDirectory(this.data)
			.setCleanDataDirectory(false)
			.setPGStartupWait(Duration.ofSeconds(60))
			.setServerConfig("fsync", "on")
			.setServerConfig("synchronous_commit", "on");
		return ((port != 0) ? builder.setPort(port) : builder).start();
	}

	int port() {
		return this.server.getPort();
	}

	/** A pool of connections that gives up soon, to be closed. */
	HikariDataSource pool() {
		return pool(port(), 10);
	}

	static HikariDataSource pool(int port, int size) {
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl("jdbc:postgresql://localhost:" + port + "/postgres?user=postgres");
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

	private static void send(String signal, long pid) {
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
