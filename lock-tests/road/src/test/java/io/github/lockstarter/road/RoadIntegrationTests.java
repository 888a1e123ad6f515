package io.github.lockstarter.road;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.testing.EmbeddedRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How much of the library a call goes through with an idle Redis.
 */
class RoadIntegrationTests {

	private static final int MOST_FRAMES = 9;

	/** Until there is a connection: all classes are being changed meanwhile. */
	private static final Duration AMPLY = Duration.ofMinutes(2);

	@Test
	void aFreeLockKeepsToItsRoad() throws Exception {
		try (CloseableLockClient client = client().build()) {
			WalkLimits.check("redis", Walks.usual(() -> client.lock("key").acquire().close()));
		}
	}

	@Test
	void anAnnotatedMethodKeepsToItsRoad() throws Exception {
		try (ConfigurableApplicationContext context = application()) {
			Orders orders = context.getBean(Orders.class);
			WalkLimits.check("annotated", Walks.usual(() -> orders.process("42")));
		}
	}

	/** Whoever reads the stack of a thread looks for code of the application. */
	@Test
	void aLockedMethodHasFewFramesOfTheLibraryBelowIt() {
		try (ConfigurableApplicationContext context = application()) {
			assertThat(context.getBean(Orders.class).frames()).hasSizeBetween(1, MOST_FRAMES);
		}
	}

	@Test
	void aRenewalKeepsToItsRoad() throws Exception {
		Duration interval = Duration.ofMillis(300);
		try (CloseableLockClient client = client().renewalInterval(interval).build();
				LockHandle held = client.lock("key").acquire()) {
			WalkLimits.check("renewal", Walks.usual(() -> {
				long count = Footsteps.count();
				await().pollInterval(Duration.ofMillis(5)).until(() -> Footsteps.count() > count);
			}));
		}
	}

	@Test
	void aHandOverKeepsToItsRoad() throws Exception {
		try (CloseableLockClient first = client().build(); CloseableLockClient second = client().build()) {
			WalkLimits.check("hand-over", Walks.usual(new HandOver(first, second)));
		}
	}

	private static ConfigurableApplicationContext application() {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.run("--spring.data.redis.port=" + EmbeddedRedis.shared().port(), "--distributed-lock.wait-time=" + AMPLY);
	}

	private LockClientBuilder client() {
		return new LockClientBuilder(new RedisLockStore(RedisServers.at(EmbeddedRedis.shared().uri()), "road:"))
			.defaults(LockOptions.of(LockOption.WAIT_TIME, AMPLY));
	}

	/** The first client has the lock, and the second one waits for it. */
	private static final class HandOver implements Walks.Way {

		private final CloseableLockClient first;

		private final CloseableLockClient second;

		private @Nullable LockHandle held;

		private @Nullable CompletableFuture<LockHandle> waiting;

		HandOver(CloseableLockClient first, CloseableLockClient second) {
			this.first = first;
			this.second = second;
		}

		@Override
		public void before() {
			this.held = this.first.lock("key").acquire();
			this.waiting = CompletableFuture.supplyAsync(() -> this.second.lock("key").acquire());
			await().until(() -> this.first.inspect("key").waiters() == 1);
		}

		@Override
		public void walk() {
			Objects.requireNonNull(this.held).close();
			Objects.requireNonNull(this.waiting).join();
		}

		@Override
		public void after() {
			Objects.requireNonNull(this.waiting).join().close();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Orders.class)
	static class Application {

	}

	static class Orders {

		@DistributedLock(key = "order-#{#id}")
		void process(String id) {
		}

		/** The frames of the library on the stack, as the names of their methods. */
		@DistributedLock(key = "frames")
		List<String> frames() {
			return StackWalker.getInstance()
				.walk((frames) -> frames.map((frame) -> frame.getClassName() + "." + frame.getMethodName())
					.filter((frame) -> frame.startsWith("io.github.lockstarter.")
							&& !frame.startsWith(RoadIntegrationTests.class.getName()))
					.toList());
		}

	}

}
