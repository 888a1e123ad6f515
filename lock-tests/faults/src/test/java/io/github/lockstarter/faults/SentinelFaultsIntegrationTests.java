package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisSentinel;
import io.github.lockstarter.testing.EmbeddedSentinel;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Faults of a primary that sentinels watch. The application has the time-outs of Spring
 * Boot, and the default lease.
 */
@Full
class SentinelFaultsIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration SOON = Duration.ofSeconds(8);

	private final String key = "sentinel:" + UUID.randomUUID();

	private EmbeddedRedisSentinel redis;

	private BootClient application;

	private LockClient client;

	@BeforeEach
	void start() {
		start(Duration.ofSeconds(1));
	}

	private void start(Duration downAfter, String... arguments) {
		close();
		this.redis = EmbeddedRedisSentinel.start(downAfter, arguments);
		this.application = BootClient.of(this.redis);
		this.client = this.application.client();
	}

	@Test
	void locksAreBackWhenAKilledPrimaryIsReplaced() {
		LockHandle held = this.client.lock(this.key).acquire();
		EmbeddedRedis former = this.redis.primary();
		former.kill();
		assertBackAfter(former, held);
	}

	@Test
	void locksAreBackWhenASilentPrimaryIsReplaced() {
		LockHandle held = this.client.lock(this.key).acquire();
		EmbeddedRedis former = this.redis.primary();
		former.pause();
		assertBackAfter(former, held);
	}

	@ParameterizedTest
	@ValueSource(ints = { 8, 12 })
	@Tag("topologies")
	void locksAreBackWhenAPrimaryIsReplacedThatWasSilentForLong(int seconds) {
		start(Duration.ofSeconds(seconds));
		LockHandle held = this.client.lock(this.key).acquire();
		EmbeddedRedis former = this.redis.primary();
		former.pause();
		assertBackAfter(former, held);
	}

	/** The default of Sentinel. */
	@Test
	@Tag("topologies")
	void aLockWithALongLeaseIsKeptWhenAPrimaryIsReplacedAfterThirtySeconds() {
		start(Duration.ofSeconds(30));
		LockHandle held = this.client.lock(this.key).leaseTime(LEASE.multipliedBy(2)).acquire();
		EmbeddedRedis former = this.redis.primary();
		former.pause();
		assertBackAfter(former, held);
	}

	@Test
	@Tag("topologies")
	void locksAreBackWhenTheSuccessorOfAPrimaryFallsSilent() {
		LockHandle held = this.client.lock(this.key).acquire();
		EmbeddedRedis first = this.redis.primary();
		this.redis.failOver();
		this.redis.awaitOtherPrimary(first);
		this.redis.awaitReady();
		EmbeddedRedis second = this.redis.primary();
		second.pause();
		assertBackAfter(second, held);
	}

	@Test
	@Tag("topologies")
	void aFailoverOfSentinelsThatHaveLostTheirStateIsFollowed() {
		EmbeddedRedis first = this.redis.primary();
		this.redis.failOver();
		this.redis.awaitOtherPrimary(first);
		this.redis.awaitReady();
		this.client.lock(this.key).acquire().close();
		this.redis.recreateSentinels();
		EmbeddedRedis second = this.redis.primary();
		this.redis.failOver();
		this.redis.awaitOtherPrimary(second);
		try (BootClient another = BootClient.of(this.redis)) {
			LockClient late = another.client();
			late.lock(this.key).waitTime(LEASE).acquire().close();
			await().atMost(SOON.multipliedBy(2)).ignoreExceptions().until(() -> isExcludedBy(this.client, late));
		}
	}

	private boolean isExcludedBy(LockClient holder, LockClient other) {
		String fresh = this.key + ":" + UUID.randomUUID();
		try (LockHandle held = holder.lock(fresh).waitTime(Duration.ofMillis(200)).acquire()) {
			Optional<LockHandle> second = other.lock(fresh).tryAcquire();
			second.ifPresent(LockHandle::close);
			return second.isEmpty() && held.isValid();
		}
	}

	private void assertBackAfter(EmbeddedRedis former, LockHandle held) {
		this.redis.awaitOtherPrimary(former);
		RecoveryTimes.measure("the sentinels elected another primary", Duration.ofSeconds(1), this.key, this.client);
		awaitRenewal(held);
		assertThat(held.isValid()).isTrue();
		held.close();
	}

	/** Until the lease ends later than now. */
	private static void awaitRenewal(LockHandle held) {
		long now = System.nanoTime();
		Duration rest = held.remaining();
		await().atMost(LEASE)
			.until(() -> !held.isValid()
					|| held.remaining().plusNanos(System.nanoTime() - now).compareTo(rest.plusSeconds(1)) > 0);
	}

	@Test
	void locksAreFoundAlthoughTheFirstSentinelIsSilent() {
		this.redis.sentinels().get(0).pause();
		try (BootClient another = BootClient.of(this.redis)) {
			LockClient late = another.client();
			late.lock(this.key).waitTime(Duration.ofSeconds(15)).acquire().close();
		}
		finally {
			this.redis.sentinels().get(0).resume();
		}
	}

	@Test
	@Tag("topologies")
	void locksThatAreConnectedGoOnWithoutSentinels() {
		LockHandle held = this.client.lock(this.key).acquire();
		this.redis.sentinels().forEach(EmbeddedSentinel::kill);
		this.client.lock(this.key + ":other").acquire().close();
		awaitRenewal(held);
		held.close();
		assertThat(held.isLost()).isFalse();
	}

	@Test
	@Tag("topologies")
	void aCallWithoutSentinelsIsToldSoByItsDeadline() {
		this.redis.sentinels().forEach(EmbeddedSentinel::kill);
		try (BootClient another = BootClient.of(this.redis)) {
			LockClient late = another.client();
			assertThatThrownBy(() -> late.lock(this.key).waitTime(Duration.ofSeconds(10)).acquire())
				.isInstanceOf(LockUnavailableException.class)
				.hasMessageContaining("no sentinel names the primary 'locks'");
		}
	}

	@AfterEach
	void close() {
		if (this.client != null) {
			this.application.close();
			this.redis.close();
		}
	}

}
