package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.ReplicatedRedis;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An address that leads to the server that was promoted, as a DNS name or a virtual IP
 * does after a failover, while the former primary is its replica and keeps its clients.
 * The application has the time-outs of Spring Boot, and the default lease.
 */
@Full
class MovedAddressIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	/** Two seconds, and generous for a busy machine; a command has a minute. */
	private static final Duration SOON = Duration.ofSeconds(10);

	private final String key = "moved:" + UUID.randomUUID();

	private final ReplicatedRedis redis = ReplicatedRedis.start();

	private final RespProxy address = new RespProxy(this.redis.primary().port());

	private final DefaultLockClient another = ChildLocks.client(this.redis.replica().target(), LEASE);

	@Test
	void locksAreBackSoonAndOneThatIsHeldIsKept() {
		run((client) -> {
			LockHandle held = client.lock(this.key).acquire();
			move();
			long movedAt = StallProofTime.nanoTime();
			RecoveryTimes.measure("the address moved", Duration.ofSeconds(2), this.key, client);
			assertThat(StallProofTime.since(movedAt)).isLessThan(SOON);
			assertThat(this.another.lock(this.key).tryAcquire()).isEmpty();
			Duration rest = held.remaining();
			StallProofTime.awaitWithin(LEASE, () -> !held.isValid() || held.remaining().compareTo(rest) > 0);
			assertThat(held.isValid()).isTrue();
			held.close();
			assertThat(held.isLost()).isFalse();
			this.another.lock(this.key).acquire().close();
		});
	}

	@Test
	void whoWaitsIsGivenTheLockByTheServerThatWasPromoted() {
		run((client) -> {
			client.lock(this.key).acquire().close();
			move();
			LockHandle held = this.another.lock(this.key).acquire();
			CompletableFuture<LockHandle> waiting = client.lock(this.key)
				.waitTime(LEASE)
				.acquireAsync()
				.toCompletableFuture();
			StallProofTime.awaitWithin(SOON, () -> this.another.lock(this.key).inspect().waiters() == 1);
			held.close();
			StallProofTime.awaitSuccessWithin(SOON, waiting);
			assertThat(waiting.join().fencingToken()).isGreaterThan(held.fencingToken());
			waiting.join().close();
		});
	}

	@Test
	void whatItsJvmReleasedOnTheFormerServerAfterThePromotionIsFreeAtOnce() {
		run((client) -> {
			LockHandle held = client.lock(this.key).acquire();
			promote();
			held.close();
			assertThat(this.another.lock(this.key).tryAcquire()).isEmpty();
			this.address.leadTo(this.redis.replica().port());
			demote();
			client.lock(this.key).waitTime(SOON).acquire().close();
			this.another.lock(this.key).waitTime(SOON).acquire().close();
		});
	}

	@Test
	void whatIsToBeKeptAfterItsReleaseIsKeptThoughTheServerThatWasPromotedKnowsNothingOfIt() {
		run((client) -> {
			LockHandle held = client.lock(this.key).minHold(LEASE).acquire();
			promote();
			held.close();
			this.address.leadTo(this.redis.replica().port());
			demote();
			client.lock(this.key + ":other").waitTime(SOON).acquire().close();
			assertThat(client.lock(this.key).tryAcquire(Duration.ofSeconds(2))).isEmpty();
		});
	}

	private void run(Consumer<LockClient> test) {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, LockAutoConfiguration.class))
			.withPropertyValues("spring.data.redis.port=" + this.address.port())
			.run((context) -> test.accept(context.getBean(LockClient.class)));
	}

	private void move() {
		promote();
		this.address.leadTo(this.redis.replica().port());
		demote();
	}

	/** When the replica has all that was written before. */
	private void promote() {
		try (RedisClient toFormer = this.redis.primary().newClient()) {
			RedisCommands<String, String> former = toFormer.connect().sync();
			await().until(() -> {
				former.set("written", "last");
				return former.waitForReplication(1, 1000) == 1;
			});
			this.redis.promote();
		}
	}

	private void demote() {
		try (RedisClient toFormer = this.redis.primary().newClient()) {
			toFormer.connect().sync().replicaof("127.0.0.1", this.redis.replica().port());
		}
	}

	@AfterEach
	void close() {
		this.another.close();
		this.address.close();
		this.redis.close();
	}

}
