package io.github.lockstarter.benchmarks.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Target;
import io.github.lockstarter.jdbc.JdbcLockStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.util.FileSystemUtils;

/**
 * A PostgreSQL server of our own with the tables of all contenders, which writes each
 * commit to the disk before it answers.
 */
final class PostgresServer implements Server {

	private static final String SHEDLOCK = "create table shedlock (name varchar(64) not null primary key,"
			+ " lock_until timestamp not null, locked_at timestamp not null, locked_by varchar(255) not null)";

	/** Bytes written, and the number of transactions that have written something. */
	private static final String USED = "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn,"
			+ " pg_snapshot_xmax(pg_current_snapshot())::text::bigint";

	private static final double NANOS_PER_MICRO = 1000;

	private final Path data;

	private final EmbeddedPostgres server;

	private final Connection connection;

	private PostgresServer(Path data) throws IOException {
		this.data = data;
		this.server = EmbeddedPostgres.builder()
			.setDataDirectory(data)
			.setPGStartupWait(Duration.ofSeconds(60))
			.setServerConfig("fsync", "on")
			.setServerConfig("synchronous_commit", "on")
			.setServerConfig("max_connections", "200")
			.start();
		new ResourceDatabasePopulator(new ClassPathResource("schema-postgresql.sql", JdbcLockStore.class),
				tablesOfSpringIntegration(), new ByteArrayResource(SHEDLOCK.getBytes(StandardCharsets.UTF_8)))
			.execute(this.server.getPostgresDatabase());
		try {
			this.connection = this.server.getPostgresDatabase().getConnection();
		}
		catch (SQLException ex) {
			throw new IOException(ex);
		}
	}

	private static Resource tablesOfSpringIntegration() {
		return new ClassPathResource("/org/springframework/integration/jdbc/schema-postgresql.sql",
				JdbcLockRegistry.class);
	}

	static PostgresServer start() throws IOException {
		Path data = Files.createTempDirectory("benchmarks-postgresql");
		PostgresServer server = new PostgresServer(data);
		Runtime.getRuntime().addShutdownHook(new Thread(server::delete));
		return server;
	}

	private void delete() {
		try {
			this.server.close();
			FileSystemUtils.deleteRecursively(this.data);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public Target target() {
		return new Target(Target.Topology.POSTGRESQL, List.of("localhost:" + this.server.getPort()), Contender.LEASE,
				Map.of());
	}

	@Override
	public String version() {
		try {
			return this.connection.getMetaData().getDatabaseProductVersion();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public Map<String, Double> used() {
		try (Statement statement = this.connection.createStatement(); ResultSet row = statement.executeQuery(USED)) {
			row.next();
			return Map.of(Metrics.WRITTEN, row.getDouble(1), Metrics.COMMITS, row.getDouble(2), Metrics.DATABASE_CPU,
					cpuMicros());
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private double cpuMicros() {
		return processes().flatMap((process) -> process.info().totalCpuDuration().stream())
			.mapToDouble((spent) -> spent.toNanos() / NANOS_PER_MICRO)
			.sum();
	}

	private Stream<ProcessHandle> processes() {
		try {
			long pid = Long.parseLong(Files.readAllLines(this.data.resolve("postmaster.pid")).get(0).trim());
			return ProcessHandle.of(pid).stream().flatMap((main) -> Stream.concat(Stream.of(main), main.descendants()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Statements of its clients are not counted. */
	@Override
	public List<RedisMonitor> monitors() {
		return List.of();
	}

	@Override
	public void close() {
		try {
			this.connection.close();
			this.server.close();
		}
		catch (SQLException | IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
