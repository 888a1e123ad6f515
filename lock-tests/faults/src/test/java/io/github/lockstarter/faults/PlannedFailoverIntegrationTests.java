package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisSentinel;
import io.github.lockstarter.testing.EmbeddedSentinel;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * A planned failover by sentinels, after which the former primary goes on for about ten
 * seconds as if nothing had happened. The applications have the time-outs of Spring Boot,
 * and the default lease.
 */
@Full
class PlannedFailoverIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration SOON = Duration.ofSeconds(8);

	private final String key = "planned:" + UUID.randomUUID();

	private final EmbeddedRedisSentinel redis = EmbeddedRedisSentinel.start(Duration.ofSeconds(5),
			"--min-replicas-to-write", "1");

	private final EmbeddedRedis former = this.redis.primary();

	private final BootClient application = BootClient.of(this.redis);

	private final LockClient client = this.application.client();

	@Test
	void aHolderWhoseLockTheSuccessorDoesNotKnowIsToldSoon() {
		LockHandle held = this.client.lock(this.key).acquire();
		LockHandle kept = this.client.lock(this.key + ":kept").acquire();
		this.redis.forgetOnReplicas("lock:" + this.key);
		failOver();
		BootClient another = BootClient.of(this.redis);
		LockClient late = another.client();
		LockHandle second = late.lock(this.key).waitTime(LEASE).acquire();
		StallProofTime.awaitWithin(SOON, held::isLost);
		assertThat(held.lossReason().orElseThrow()).startsWith("the store has no record of it any more");
		assertThat(second.isValid()).isTrue();
		assertThat(second.fencingToken()).isGreaterThan(held.fencingToken());
		assertThat(late.lock(this.key + ":kept").tryAcquire()).isEmpty();
		kept.close();
		assertThat(kept.isLost()).isFalse();
		late.lock(this.key + ":kept").waitTime(LEASE).acquire().close();
		second.close();
		another.close();
	}

	@Test
	void aLockWhoseReleaseTheSuccessorDoesNotKnowIsFreeAgainSoonForAll() {
		LockHandle held = this.client.lock(this.key).acquire();
		String record = record();
		held.close();
		this.redis.bringBackOnReplicas("lock:" + this.key, record, LEASE);
		try (BootClient another = BootClient.of(this.redis)) {
			failOver();
			long endedAt = System.nanoTime();
			another.client().lock(this.key).waitTime(SOON).acquire().close();
			RecoveryTimes.compare("a planned failover lost a release", Duration.ofSeconds(1),
					List.of(Duration.ofNanos(System.nanoTime() - endedAt)));
		}
	}

	@Test
	@Tag("topologies")
	void theFailoverIsFollowedAlthoughOtherSentinelsThanTheLeaderAreSilent() {
		LockHandle held = this.client.lock(this.key).acquire();
		this.redis.forgetOnReplicas("lock:" + this.key);
		this.redis.sentinels().stream().skip(1).forEach(EmbeddedSentinel::pause);
		this.redis.failOver();
		await().until(() -> this.redis.primary() != this.former);
		StallProofTime.awaitWithin(SOON, held::isLost);
		this.redis.sentinels().stream().skip(1).forEach(EmbeddedSentinel::resume);
	}

	@Test
	@Tag("topologies")
	void theFailoverIsFollowedAlthoughTheConnectionsToTheSentinelsWereLost() {
		LockHandle held = this.client.lock(this.key).acquire();
		this.redis.forgetOnReplicas("lock:" + this.key);
		await().until(() -> subscribers() == this.redis.sentinels().size());
		this.redis.sentinels().forEach((sentinel) -> sentinel.commands().clientKill(KillArgs.Builder.typePubsub()));
		failOver();
		StallProofTime.awaitWithin(SOON, held::isLost);
	}

	@Test
	void theFormerPrimaryGrantsNothingMoreIfItRequiresReplicas() {
		try (RedisClient toFormer = this.former.newClient()) {
			DefaultLockClient stayed = ChildLocks.client(this.former.target(), LEASE);
			stayed.lock(this.key).acquire().close();
			failOver();
			await().atMost(SOON.multipliedBy(2))
				.untilAsserted(() -> assertThatThrownBy(() -> stayed.lock(this.key).tryAcquire())
					.hasMessageContaining("NOREPLICAS"));
			this.client.lock(this.key).waitTime(LEASE).acquire().close();
			stayed.close();
		}
	}

	@Test
	void aClosedClientListensToNoSentinelAnyMore() {
		this.client.lock(this.key).acquire().close();
		await().until(() -> subscribers() == this.redis.sentinels().size());
		this.application.close();
		await().until(() -> subscribers() == 0);
	}

	private String record() {
		try (RedisClient toFormer = this.former.newClient()) {
			return toFormer.connect().sync().get("lock:" + this.key);
		}
	}

	private long subscribers() {
		return this.redis.sentinels()
			.stream()
			.flatMap((sentinel) -> sentinel.commands().clientList().lines())
			.filter((line) -> line.contains("cmd=subscribe"))
			.count();
	}

	private void failOver() {
		this.redis.failOver();
		this.redis.awaitOtherPrimary(this.former);
	}

	@AfterEach
	void close() {
		this.application.close();
		this.redis.close();
	}

}
