package com.example.shop;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.stream.IntStream;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Undisturbed;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.integration.support.locks.LockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Shows that a web application with a database and Actuator has its locks, and all that
 * shows them.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "management.endpoints.web.exposure.include=*", "management.endpoint.health.show-details=always",
				"distributed-lock.actuator.force-release.enabled=true" })
class ShopTests {

	private static final int CALLS = 40;

	private final HttpClient http = HttpClient.newHttpClient();

	@Value("${local.server.port}")
	private int port;

	@Autowired
	private StockService stock;

	@Autowired
	private LockClient locks;

	@DynamicPropertySource
	static void redis(DynamicPropertyRegistry registry) {
		registry.add("spring.data.redis.port", EmbeddedRedis.shared()::port);
	}

	@Test
	void fortyRequestsAtATimeTakeFortyPieces() {
		this.stock.put("kettle", CALLS);
		List<CompletableFuture<HttpResponse<String>>> asked = IntStream.range(0, CALLS)
			.mapToObj((each) -> this.http.sendAsync(
					request("/stock/kettle").POST(HttpRequest.BodyPublishers.noBody()).build(),
					BodyHandlers.ofString()))
			.toList();
		assertThat(asked.stream().map((answer) -> Long.parseLong(answer.join().body()))).as("tokens")
			.doesNotHaveDuplicates();
		assertThat(this.stock.quantity("kettle")).isZero();
	}

	@Test
	void aMethodRunsLongerThanItsLease() throws Exception {
		Undisturbed.attempt(() -> {
			this.stock.put("lamp", 1);
			long begun = System.nanoTime();
			this.stock.takeSlowly("lamp", () -> await().until(() -> System.nanoTime() - begun > 7_000_000_000L));
			assertThat(this.stock.quantity("lamp")).isZero();
		});
	}

	@Test
	void aTransactionUnderALostLockIsRolledBack() {
		this.stock.put("chair", 1);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.stock.takeSlowly("chair", () -> {
			LockHandle held = LockContext.current();
			String address = "/actuator/locks/stock:chair?token=" + held.fencingToken();
			assertThat(send(request(address).DELETE()).statusCode()).isEqualTo(200);
			await().until(() -> !held.isValid());
		}));
		assertThat(this.stock.quantity("chair")).isEqualTo(1);
	}

	@Test
	void metricsShowTheLocks() {
		this.stock.put("spoon", 1);
		this.stock.take("spoon");
		assertThat(get("/actuator/metrics")).contains("distributed.lock.acquire", "distributed.lock.hold",
				"distributed.lock.held", "distributed.lock.waiting", "distributed.lock.renewals",
				"distributed.lock.losses");
		assertThat(get("/actuator/metrics/distributed.lock.acquire?tag=name:StockService.take"))
			.contains("\"statistic\":\"COUNT\"");
	}

	@Test
	void observationsShowTheLocks(@Autowired SeenObservations seen) {
		this.stock.put("fork", 1);
		this.stock.take("fork");
		assertThat(seen.names).contains("distributed.lock.acquisition", "distributed.lock.section");
	}

	@Test
	void healthShowsTheStore() {
		assertThat(get("/actuator/health/locks")).contains("\"status\":\"UP\"").contains("\"version\"");
	}

	@Test
	void theEndpointListsLocksAndNeedsNoParameters() {
		try (LockHandle held = this.locks.lock("table").acquire()) {
			assertThat(get("/actuator/locks")).contains("\"key\":\"table\"").contains("" + held.fencingToken());
			assertThat(get("/actuator/locks?scope=store")).contains("\"key\":\"table\"");
			assertThat(get("/actuator/locks/table")).contains("\"held\":true");
		}
	}

	@Test
	void aLazyBeanIsCreatedWhenItIsUsedAndLocks(@Autowired ConfigurableApplicationContext context) {
		assertThat(context.getBeanFactory().containsSingleton("lazyCounter")).isFalse();
		assertThat(context.getBean(LazyCounter.class).count()).isPositive();
	}

	@Test
	void springIntegrationHasARegistryThatRenews(@Autowired ApplicationContext context) {
		Lock lock = context.getBean(LockRegistry.class).obtain("inbox");
		lock.lock();
		try {
			assertThat(this.locks.lock("inbox").inspect().held()).isTrue();
			context.getBean(RenewableLockRegistry.class).renewLock("inbox");
		}
		finally {
			lock.unlock();
		}
	}

	private String get(String path) {
		HttpResponse<String> answer = send(request(path).GET());
		assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isEqualTo(200);
		return answer.body();
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create("http://localhost:" + this.port + path));
	}

	private HttpResponse<String> send(HttpRequest.Builder request) {
		try {
			return this.http.send(request.build(), BodyHandlers.ofString());
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
