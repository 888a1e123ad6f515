package io.github.lockstarter.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.testing.Full;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the auto-configuration can be processed ahead of time, and that what is
 * generated from it compiles. The sample also runs it.
 */
@Full
class AheadOfTimeTests {

	@TempDir
	private Path directory;

	@ParameterizedTest
	@CsvSource({ "distributed-lock.store=redis, RedisStoreConfiguration",
			"distributed-lock.store=memory, MemoryStoreConfiguration",
			"distributed-lock.leader.roles=reports, LeaderAutoConfiguration",
			"distributed-lock.jobs.names=report, LockJobAutoConfiguration",
			"distributed-lock.enabled=false, LocksDisabledAutoConfiguration" })
	void generatesWhatCompilesAndInitializesNoLocks(String property, String used) throws IOException {
		GeneratedApplication generated = new GeneratedApplication(this.directory);
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			TestPropertyValues.of(property).applyTo(context);
			context.register(Application.class);
			generated.process(context, Application.class);
			assertThat(context.getBeanFactory().getSingletonNames()).doesNotContain("distributedLockClient",
					"distributedLockStore", "distributedLockSettings", "distributedLockValidator",
					"redisConnectionFactory");
		}
		assertThat(generated.sources()).anyMatch((path) -> path.endsWith(used + "__BeanDefinitions.java"));
		assertThat(generated.compile()).isEmpty();
	}

	@ImportAutoConfiguration({ AopAutoConfiguration.class, DataRedisAutoConfiguration.class,
			LockAutoConfiguration.class, LockAopAutoConfiguration.class, LockTransactionAutoConfiguration.class,
			LocksDisabledAutoConfiguration.class, LockMdcAutoConfiguration.class, LockMetricsAutoConfiguration.class,
			LockObservationAutoConfiguration.class, LocksEndpointAutoConfiguration.class,
			LocksHealthAutoConfiguration.class, LeaderAutoConfiguration.class, LockJobAutoConfiguration.class,
			LockIntegrationAutoConfiguration.class, LockReactiveAutoConfiguration.class,
			LockReactiveTransactionAutoConfiguration.class, LockWebAutoConfiguration.class })
	@Import({ Locked.class, SimpleMeterRegistry.class })
	static class Application {

		@Bean
		static ObservationRegistry observationRegistry() {
			return ObservationRegistry.create();
		}

	}

	static class Locked {

		@DistributedLock(key = "order:#{#id}")
		public void process(String id) {
			// not called
		}

	}

}
