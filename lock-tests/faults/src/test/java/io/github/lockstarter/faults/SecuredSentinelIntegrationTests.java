package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RedisTarget;
import io.github.lockstarter.testing.SecuredSentinel;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Locks on servers that sentinels watch, with TLS and a user.
 */
@Full
class SecuredSentinelIntegrationTests {

	/** Far more than a busy machine needs to follow its sentinels. */
	private static final Duration LEASE = Duration.ofMinutes(10);

	/** Less than any limit of a client, and enough for a busy machine. */
	private static final Duration SOON = Duration.ofSeconds(10);

	private static final Duration TO_CONNECT = Duration.ofMinutes(3);

	private final String key = "secured:" + UUID.randomUUID();

	private final SecuredSentinel secured = SecuredSentinel.start(Duration.ofSeconds(1));

	private final DefaultLockClient one = client(this.secured.target());

	private final DefaultLockClient two = client(this.secured.target());

	/** Handshakes of all clients at once take a busy machine longer than their limit. */
	private static DefaultLockClient client(RedisTarget redis) {
		DefaultLockClient client = ChildLocks.client(redis, LEASE);
		await().atMost(TO_CONNECT).ignoreExceptions().until(() -> {
			client.lock("warm").acquire().close();
			return true;
		});
		return client;
	}

	@Test
	void aLockPassesFromOneInstanceToTheNext() {
		LockHandle held = this.one.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = this.two.lock(this.key).acquireAsync().toCompletableFuture();
		await().until(() -> this.one.lock(this.key).inspect().waiters() == 1);
		held.close();
		StallProofTime.awaitSuccessWithin(SOON, waiting);
		assertThat(waiting.join().fencingToken()).isGreaterThan(held.fencingToken());
		waiting.join().close();
		try (RedisClient admin = this.secured.redis().primary().newClient()) {
			assertThat(admin.connect().sync().clientList().lines()).anyMatch((client) -> client.contains("user=app"));
		}
	}

	@Test
	void locksAreBackWhenAKilledPrimaryIsReplacedAndOneThatIsHeldIsKept() {
		LockHandle held = this.one.lock(this.key).acquire();
		EmbeddedRedis former = this.secured.redis().primary();
		former.kill();
		this.secured.redis().awaitOtherPrimary(former);
		awaitBack(this.one);
		awaitBack(this.two);
		assertThat(this.two.lock(this.key).tryAcquire()).isEmpty();
		held.extend(LEASE);
		assertThat(held.isValid()).isTrue();
		held.close();
		assertThat(held.isLost()).isFalse();
		this.two.lock(this.key).acquire().close();
	}

	private void awaitBack(DefaultLockClient client) {
		await().atMost(TO_CONNECT).ignoreExceptions().until(() -> {
			client.lock(this.key + ":other").waitTime(Duration.ofSeconds(1)).acquire().close();
			return true;
		});
	}

	@AfterEach
	void close() {
		this.one.close();
		this.two.close();
		this.secured.close();
	}

}
