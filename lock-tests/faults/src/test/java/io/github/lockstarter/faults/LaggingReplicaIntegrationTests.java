package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.ReplicatedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * A replica that falls behind without a word, and takes over.
 */
@Full
class LaggingReplicaIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final String key = "lagging:" + UUID.randomUUID();

	private final ReplicatedRedis redis = ReplicatedRedis.start();

	private final DefaultLockClient plain = ChildLocks.client(this.redis.primary().target(), LEASE);

	private final DefaultLockClient acknowledged = ChildLocks.acknowledgedClient(this.redis.primary().target(), LEASE);

	private final DefaultLockClient afterwards = ChildLocks.client(this.redis.replica().target(), LEASE);

	@Test
	void withoutAcknowledgementsTwoHoldAfterTheFailover() {
		this.redis.hold();
		LockHandle first = this.plain.lock(this.key).acquire();
		this.redis.promote();
		LockHandle second = this.afterwards.lock(this.key).acquire();
		assertThat(first.isValid()).isTrue();
		assertThat(second.isValid()).isTrue();
	}

	@Test
	void aGrantThatNoReplicaHasIsRefusedAndGivenBack() {
		this.acknowledged.lock(this.key).acquire().close();
		this.redis.hold();
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.acknowledged.lock(this.key).tryAcquire())
			.withMessageContaining("too few replicas acknowledged the lock within")
			.withMessageContaining("(0 of the 1 that 'distributed-lock.redis.replica-acks' asks for)");
		await().atMost(PATIENCE).until(() -> !this.plain.lock(this.key).inspect().held());
		this.redis.promote();
		this.afterwards.lock(this.key).acquire().close();
	}

	@Test
	void aGrantThatTheReplicaHasSurvivesTheFailover() {
		LockHandle held = this.acknowledged.lock(this.key).acquire();
		this.redis.hold();
		this.redis.promote();
		assertThat(this.afterwards.lock(this.key).tryAcquire()).isEmpty();
		assertThat(held.isValid()).isTrue();
	}

	@Test
	void whoWaitsIsGrantedTheLockWhenTheReplicaIsBack() {
		this.redis.hold();
		CompletableFuture<LockHandle> waiting = this.acknowledged.lock(this.key).acquireAsync().toCompletableFuture();
		await().atMost(PATIENCE).until(() -> this.plain.lock(this.key).inspect().held());
		assertThat(waiting).isNotDone();
		this.redis.resume();
		assertThat(waiting).succeedsWithin(PATIENCE);
		assertThat(waiting.join().isValid()).isTrue();
		this.redis.hold();
		this.redis.promote();
		assertThat(this.afterwards.lock(this.key).tryAcquire()).isEmpty();
	}

	@Test
	void nobodyElseWaitsForTheReplica() {
		LockHandle released = this.acknowledged.lock(this.key + ":released").acquire();
		LockHandle busy = this.plain.lock(this.key + ":busy").acquire();
		this.redis.hold();
		CompletableFuture<LockHandle> waiting = this.acknowledged.lock(this.key).acquireAsync().toCompletableFuture();
		await().atMost(PATIENCE).until(() -> this.plain.lock(this.key).inspect().held());
		assertThat(this.plain.lock(this.key + ":plain").tryAcquire()).isPresent();
		assertThat(this.acknowledged.lock(this.key + ":busy").tryAcquire()).isEmpty();
		released.close();
		assertThat(this.plain.lock(this.key + ":released").tryAcquire()).isPresent();
		busy.close();
		assertThat(waiting).isNotDone();
		this.redis.resume();
		assertThat(waiting).succeedsWithin(PATIENCE);
	}

	@Test
	void aLeaseIsNotRenewedWithoutTheReplica() {
		DefaultLockClient brief = ChildLocks.acknowledgedClient(this.redis.primary().target(), Duration.ofSeconds(4));
		LockHandle held = brief.lock(this.key).acquire();
		this.redis.hold();
		this.redis.promote();
		LockHandle second = this.afterwards.lock(this.key).acquire();
		assertThat(held.isValid()).isFalse();
		assertThat(second.fencingToken()).isGreaterThan(held.fencingToken());
		await().atMost(PATIENCE).until(held::isLost);
		brief.close();
	}

	@Test
	void aGrantWrittenByAnotherJvmIsNotUsedWithoutTheReplica() {
		DefaultLockClient releasing = ChildLocks.acknowledgedClient(this.redis.primary().target(),
				Duration.ofSeconds(4));
		LockHandle held = releasing.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = this.acknowledged.lock(this.key).acquireAsync().toCompletableFuture();
		await().atMost(PATIENCE).until(() -> this.plain.lock(this.key).inspect().waiters() == 1);
		this.redis.hold();
		held.close();
		await().atMost(PATIENCE).until(() -> this.plain.lock(this.key).inspect().waiters() == 0);
		this.redis.promote();
		this.afterwards.lock(this.key).acquire().close();
		assertThat(waiting).isNotDone();
		releasing.close();
	}

	@AfterEach
	void close() {
		this.plain.close();
		this.acknowledged.close();
		this.afterwards.close();
		this.redis.close();
	}

}
