package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.UUID;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for an instance that queues behind its own acquisition, which it has lost.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class CancelledAfterLossIntegrationTests {

	private static final Duration LEASE = Duration.ofMillis(200);

	private static final Duration KEEP = Duration.ofSeconds(10);

	private final RedisClient redis = EmbeddedRedis.shared().newClient();

	private final LockSession session = new RedisLockStore(TestServers.of(EmbeddedRedis.shared()), "lock:")
		.open(UUID.randomUUID().toString(), new Deaf());

	private final String key = "cancelled:" + UUID.randomUUID();

	@Test
	void aCancelledAcquisitionIsStillRefusedWhenItComesLate() {
		assertThat(acquire(1)).isEqualTo(AcquisitionState.GRANTED);
		assertThat(acquire(2)).isEqualTo(AcquisitionState.QUEUED);
		await().until(() -> this.session.inspect(this.key).toCompletableFuture().join().hold() == null);
		assertThat(release(2)).isEqualTo(AcquisitionState.CANCELLED);
		assertThat(release(2)).isEqualTo(AcquisitionState.CANCELLED);
		assertThat(acquire(2)).isEqualTo(AcquisitionState.CANCELLED);
	}

	private AcquisitionState acquire(long sequence) {
		AcquireRequest request = new AcquireRequest(this.key, sequence, LEASE, new Owner("shop", "one", "main"), KEEP);
		return this.session.acquire(request).toCompletableFuture().join().state();
	}

	private AcquisitionState release(long sequence) {
		return this.session.release(this.key, sequence).toCompletableFuture().join().state();
	}

	@AfterEach
	void close() {
		this.session.close();
		this.redis.shutdown();
	}

}
