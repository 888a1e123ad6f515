package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.actuate.LocksDescriptor.Held;
import io.github.lockstarter.actuate.LocksDescriptor.OfInstance;
import io.github.lockstarter.actuate.LocksDescriptor.OfStore;
import io.github.lockstarter.actuate.LocksDescriptor.Recorded;
import io.github.lockstarter.actuate.LocksEndpoint;
import io.github.lockstarter.actuate.LocksEndpoint.Scope;
import io.github.lockstarter.actuate.LocksHealthIndicator;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.MDC;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what an operator sees of locks in a real Redis.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class ProductionIntegrationTests {

	/** Much less than the minute that Redis may take by default. */
	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withPropertyValues("management.endpoints.web.exposure.include=*",
				LocksEndpoint.FORCE_RELEASE_PROPERTY + "=true")
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, LockAutoConfiguration.class,
				LockMdcAutoConfiguration.class, LockMetricsAutoConfiguration.class,
				LockObservationAutoConfiguration.class, LocksEndpointAutoConfiguration.class,
				LocksHealthAutoConfiguration.class, EndpointAutoConfiguration.class, MetricsAutoConfiguration.class,
				SimpleMetricsExportAutoConfiguration.class, CompositeMeterRegistryAutoConfiguration.class,
				ObservationAutoConfiguration.class));

	private final ApplicationContextRunner shared = this.runner
		.withPropertyValues("spring.data.redis.port=" + EmbeddedRedis.shared().port());

	@Test
	void countsAndObservesAndMarksWhatALockDoes() {
		TestObservationRegistry observations = TestObservationRegistry.create();
		this.shared.withBean("own", TestObservationRegistry.class, () -> observations).run((context) -> {
			LockClient client = context.getBean(LockClient.class);
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			client.lock("seen").name("orders").run(() -> {
				assertThat(MDC.get("lock")).isEqualTo("orders");
				assertThat(MDC.get("lockToken")).matches("\\d{16}");
				assertThat(registry.get("distributed.lock.held").tag("name", "orders").gauge().value()).isEqualTo(1);
				client.lock("seen").name("orders").run(() -> assertThat(client.lock("seen").inspect().held()).isTrue());
			});
			assertThat(MDC.get("lock")).isNull();
			assertThat(registry.get("distributed.lock.acquire")
				.tags("name", "orders", "outcome", "acquired")
				.timer()
				.count()).as("entering again is none").isEqualTo(1);
			assertThat(registry.get("distributed.lock.hold")
				.tags("name", "orders", "kind", "mutex")
				.timer()
				.totalTime(TimeUnit.NANOSECONDS)).isPositive();
			assertThat(observations).hasNumberOfObservationsWithNameEqualTo("distributed.lock.acquisition", 1)
				.hasNumberOfObservationsWithNameEqualTo("distributed.lock.section", 2);
		});
	}

	@Test
	void showsAndReleasesALockOfAnotherInstance() {
		this.shared.run((holding) -> this.shared.run((looking) -> {
			LocksEndpoint endpoint = looking.getBean(LocksEndpoint.class);
			LockHandle held = holding.getBean(LockClient.class).lock("stuck/1").name("orders").acquire();
			assertThat(((OfInstance) endpoint.locks(null, null, null)).held()).isEmpty();
			assertThat(((OfInstance) holding.getBean(LocksEndpoint.class).locks(null, null, null)).held())
				.extracting(Held::name, Held::key)
				.containsExactly(tuple("orders", "stuck/1"));
			assertThat(all(endpoint)).extracting(Recorded::key).contains("stuck/1");
			assertThat(endpoint.lock("stuck", "1").holder()).isNotNull();
			String[] key = { "stuck", "1" };
			assertThat(endpoint.release(SecurityContext.NONE, key, held.fencingToken() - 1).released()).isFalse();
			assertThat(endpoint.release(SecurityContext.NONE, key, held.fencingToken()).released()).isTrue();
			assertThat(endpoint.lock("stuck", "1").held()).isFalse();
			assertThat(endpoint.release(SecurityContext.NONE, key, null).released()).isFalse();
			held.close();
			assertThat(holding.getBean(MeterRegistry.class)
				.get("distributed.lock.released.after.loss")
				.tag("name", "orders")
				.counter()
				.count()).isEqualTo(1);
		}));
	}

	@Test
	void healthTellsOfTheRedisOfTheLocks() {
		this.shared.run((context) -> {
			Health health = awaitHealth(context, Status.UP);
			assertThat(health.getDetails()).containsEntry("mode", "standalone").containsKey("version");
		});
	}

	@Test
	void healthTellsOfEachPrimaryOfACluster() {
		List<String> nodes = EmbeddedRedisCluster.shared()
			.nodes()
			.stream()
			.map((node) -> "127.0.0.1:" + node.port())
			.toList();
		this.runner.withPropertyValues("spring.data.redis.cluster.nodes=" + String.join(",", nodes)).run((context) -> {
			Map<String, Object> details = awaitHealth(context, Status.UP).getDetails();
			assertThat(details).containsEntry("mode", "cluster").containsKeys(nodes.toArray(String[]::new));
		});
	}

	@Test
	void healthIsUnsafeWhereRedisMayEvictLocks() {
		try (EmbeddedRedis server = EmbeddedRedis.start("--maxmemory-policy", "allkeys-lru")) {
			this.runner.withPropertyValues("spring.data.redis.port=" + server.port()).run((context) -> {
				Health health = awaitHealth(context, LocksHealthIndicator.UNSAFE);
				assertThat(health.getDetails().get("problem")).asString().contains("'noeviction'");
			});
		}
	}

	@Test
	void healthIsDownSoonWhenRedisHangsAndUpAgainAfterwards() {
		try (EmbeddedRedis server = EmbeddedRedis.start()) {
			this.runner.withPropertyValues("spring.data.redis.port=" + server.port()).run((context) -> {
				awaitHealth(context, Status.UP);
				server.pause();
				long start = System.nanoTime();
				Health health = health(context);
				Duration took = Duration.ofNanos(System.nanoTime() - start);
				server.resume();
				assertThat(health.getStatus()).isEqualTo(Status.DOWN);
				assertThat(health.getDetails()).containsKey("error");
				assertThat(took).isLessThan(PATIENCE);
				awaitHealth(context, Status.UP);
			});
		}
	}

	/** On a busy machine the first attempt to connect may take too long. */
	private static Health awaitHealth(ApplicationContext context, Status status) {
		return await().atMost(PATIENCE).until(() -> health(context), (health) -> health.getStatus().equals(status));
	}

	private static Health health(ApplicationContext context) {
		return context.getBean(LocksHealthIndicator.class).health();
	}

	private static List<Recorded> all(LocksEndpoint endpoint) {
		List<Recorded> all = new ArrayList<>();
		String cursor = null;
		do {
			OfStore page = (OfStore) endpoint.locks(Scope.STORE, cursor, 10);
			all.addAll(page.locks());
			cursor = page.next();
		}
		while (cursor != null);
		return all;
	}

}
