package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Connections that stay open and answer nothing, as those to a host that was lost without
 * a word, and a Redis that answers nothing for so long that it looks the same.
 */
class SilentConnectionIntegrationTests {

	/** Renewed after a third; with no renewal afterwards it would be lost. */
	private static final Duration LEASE = Duration.ofSeconds(12);

	private static final Duration SILENCE = Duration.ofSeconds(5);

	private final String key = "silent:" + UUID.randomUUID();

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RespProxy proxy = new RespProxy(this.server.port());

	private final RedisClient redis = RedisClient.create("redis://127.0.0.1:" + this.proxy.port());

	private final DefaultLockClient client = ChildLocks.client(this.redis, LEASE);

	@Test
	void aSilentConnectionIsReplacedAndCostsNoLock() {
		LockHandle held = this.client.lock(this.key).acquire();
		this.proxy.strand();
		try (LockHandle other = this.client.lock(this.key + ":other").waitTime(SILENCE.multipliedBy(2)).acquire()) {
			assertThat(other.isValid()).isTrue();
			await().pollDelay(LEASE).atMost(LEASE.plusSeconds(1)).until(held::isValid);
		}
		held.close();
		assertThat(held.isLost()).isFalse();
	}

	@Test
	void aRedisThatStallsForLongerIsUsedAgainAsSoonAsItGoesOn() {
		this.client.lock(this.key).acquire().close();
		this.server.pause();
		CompletableFuture<LockHandle> waiting = this.client.lock(this.key)
			.waitTime(Duration.ofSeconds(20))
			.acquireAsync()
			.toCompletableFuture();
		await().pollDelay(SILENCE.plusSeconds(1)).atMost(SILENCE.plusSeconds(2)).until(() -> !waiting.isDone());
		this.server.resume();
		assertThat(waiting).succeedsWithin(Duration.ofSeconds(2));
		waiting.join().close();
	}

	@AfterEach
	void leavesNothingBehind() {
		try {
			await().until(() -> this.client.lock(this.key).inspect(), (info) -> !info.held() && info.waiters() == 0);
		}
		finally {
			this.client.close();
			this.redis.shutdown();
			this.proxy.close();
			this.server.close();
		}
	}

}
