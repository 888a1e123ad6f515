package io.github.lockstarter.jdbc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Several JVMs exclude each other.
 */
@Full
class ExclusionIntegrationTests {

	private static final int JVMS = 3;

	private static final int ROUNDS = 100;

	private final List<ChildJvm> jvms = new ArrayList<>();

	private PostgresServer server;

	private HikariDataSource pool;

	private JdbcTemplate database;

	@BeforeEach
	void start() {
		this.server = new PostgresServer();
		this.pool = this.server.pool();
		this.database = new JdbcTemplate(this.pool);
		CountingJvm.createTables(this.database);
	}

	@AfterEach
	void stop() throws IOException {
		this.jvms.forEach(ChildJvm::close);
		this.pool.close();
		this.server.close();
	}

	private void startJvms() {
		for (int i = 0; i < JVMS; i++) {
			this.jvms.add(CountingJvm.start(this.server.port(), ROUNDS));
		}
	}

	private static void awaitSuccess(ChildJvm jvm) {
		int status = jvm.awaitExit();
		jvm.assertNoThreadDied();
		assertThat(status).isZero();
	}

	private List<Integer> numbers() {
		return this.database.queryForList("select number from counted order by id", Integer.class);
	}

	private void assertExclusive(List<Integer> numbers) {
		assertThat(numbers).containsExactlyElementsOf(IntStream.rangeClosed(1, numbers.size()).boxed().toList());
		List<Long> tokens = this.database.queryForList("select token from counted order by id", Long.class);
		assertThat(tokens).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void noNumberIsCountedTwiceAndTokensGrow() {
		startJvms();
		this.jvms.forEach(ExclusionIntegrationTests::awaitSuccess);
		assertThat(numbers()).hasSize(JVMS * 2 * ROUNDS);
		assertExclusive(numbers());
	}

	@Test
	void aJvmThatIsKilledAndCutConnectionsLoseNoNumber() {
		startJvms();
		await().atMost(4, TimeUnit.MINUTES).until(() -> numbers().size() > 50);
		this.jvms.get(0).kill();
		this.database.queryForList("select pg_terminate_backend(pid) from pg_stat_activity"
				+ " where application_name like 'lock_%' and pid <> pg_backend_pid()");
		this.jvms.subList(1, JVMS).forEach(ExclusionIntegrationTests::awaitSuccess);
		assertExclusive(numbers());
		assertThat(numbers()).hasSizeGreaterThanOrEqualTo((JVMS - 1) * 2 * ROUNDS);
	}

}
