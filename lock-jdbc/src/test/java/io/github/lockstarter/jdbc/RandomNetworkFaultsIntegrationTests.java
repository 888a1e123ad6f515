package io.github.lockstarter.jdbc;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.testing.ChildJvm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * JVMs exclude each other while the network of each fails in random ways, for minutes.
 */
@Tag("faults")
@Timeout(value = 12, unit = TimeUnit.HOURS)
class RandomNetworkFaultsIntegrationTests {

	private static final int JVMS = 3;

	/** A lock whose holder was cut off is free after its lease of 15 s. */
	private static final Duration BACK = Duration.ofSeconds(60);

	private static final List<Consumer<TcpProxy>> FAULTS = List.of(TcpProxy::refuse, TcpProxy::blackHole,
			TcpProxy::holdReplies, (proxy) -> proxy.strand((each) -> true),
			(proxy) -> proxy.strand(TcpConnection::isListening), (proxy) -> proxy.cut(TcpConnection::isListening),
			(proxy) -> proxy.cut((each) -> true), (proxy) -> proxy.delayReplies(Duration.ofMillis(700)));

	private final Random random = new Random(Long.getLong("faults.seed", System.nanoTime()));

	private final List<ChildJvm> jvms = new ArrayList<>();

	private final List<TcpProxy> proxies = new ArrayList<>();

	private PostgresServer server;

	private HikariDataSource pool;

	private JdbcTemplate database;

	@BeforeEach
	void start() throws IOException {
		this.server = new PostgresServer();
		this.pool = this.server.pool();
		this.database = new JdbcTemplate(this.pool);
		CountingJvm.createTables(this.database);
		for (int i = 0; i < JVMS; i++) {
			TcpProxy proxy = new TcpProxy(this.server.port());
			this.proxies.add(proxy);
			this.jvms.add(StubbornJvm.start(proxy.port(), this.server.port()));
		}
	}

	@AfterEach
	void stop() throws IOException {
		this.jvms.forEach(ChildJvm::close);
		this.proxies.forEach(TcpProxy::close);
		this.pool.close();
		this.server.close();
	}

	@Test
	void noNumberIsCountedTwiceTokensGrowAndTheLockIsBackAfterEachFault() {
		awaitMoreNumbersOfEachThread();
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.getInteger("faults.seconds", 240));
		while (System.nanoTime() < end) {
			this.proxies.forEach(this::strikeSometimes);
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200 + this.random.nextInt(8000)));
			this.proxies.forEach(TcpProxy::heal);
			awaitMoreNumbersOfEachThread();
		}
		assertExclusive();
	}

	private void strikeSometimes(TcpProxy proxy) {
		if (this.random.nextInt(3) > 0) {
			FAULTS.get(this.random.nextInt(FAULTS.size())).accept(proxy);
		}
	}

	/** The second number shows that a thread has got the lock anew. */
	private void awaitMoreNumbersOfEachThread() {
		Long last = this.database.queryForObject("select coalesce(max(id), 0) from counted", Long.class);
		await().atMost(BACK).untilAsserted(() -> {
			this.jvms.forEach(ChildJvm::assertNoThreadDied);
			assertThat(this.database.queryForList(
					"select worker from counted where id > ? group by worker having count(*) > 1", String.class, last))
				.hasSize(JVMS * StubbornJvm.THREADS);
		});
	}

	private void assertExclusive() {
		List<Integer> numbers = this.database.queryForList("select number from counted order by id", Integer.class);
		assertThat(numbers).containsExactlyElementsOf(IntStream.rangeClosed(1, numbers.size()).boxed().toList());
		List<Long> tokens = this.database.queryForList("select token from counted order by id", Long.class);
		assertThat(tokens).isSorted().doesNotHaveDuplicates();
	}

}
