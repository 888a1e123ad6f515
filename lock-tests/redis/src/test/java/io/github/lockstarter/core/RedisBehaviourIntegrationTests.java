package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.ServerVersion;
import io.github.lockstarter.testing.StallProofTime;
import io.github.lockstarter.testing.StoredRecord;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.Test;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Tests for what a Redis server sees of the locks, and for what may be wrong with it.
 */
class RedisBehaviourIntegrationTests extends OwnRedis {

	private final DefaultLockClient client = lockClient();

	@Test
	void anUncontendedLockCostsTwoCommandsAndReentryNone() {
		this.client.lock(this.key).acquire().close();
		long before = scriptCalls();
		try (LockHandle outer = this.client.lock(this.key).acquire();
				LockHandle inner = this.client.lock(this.key).acquire()) {
			assertThat(inner.fencingToken()).isEqualTo(outer.fencingToken());
		}
		assertThat(scriptCalls() - before).isEqualTo(2);
		assertThat(admin().info("commandstats")).doesNotContain("cmdstat_subscribe", "cmdstat_publish");
	}

	@Test
	void waitersDoNotPoll() {
		DefaultLockClient other = lockClient();
		LockHandle held = this.client.lock(this.key).acquire();
		List<CompletableFuture<Void>> waiting = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			waiting.add(onAnotherThread(() -> {
				other.lock(this.key).waitTime(AMPLY).run(() -> {
				});
				return null;
			}));
		}
		await().until(() -> Waiting.at(other, this.key) == 20 && this.client.lock(this.key).inspect().waiters() == 1);
		long before = scriptCalls();
		StallProofTime.pass(Duration.ofSeconds(3));
		assertThat(scriptCalls() - before).isBetween(2L, 10L);
		held.close();
		waiting.forEach(CompletableFuture::join);
	}

	@Test
	void aFreeLockLeavesNothingBehind() {
		this.client.lock(this.key).acquire().close();
		assertThat(admin().exists("lock:" + this.key)).isZero();
	}

	@Test
	void aFreeLockThatWasWaitedForLeavesNothingBehindForLong() {
		DefaultLockClient other = lockClient();
		LockHandle held = this.client.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = onAnotherThread(() -> other.lock(this.key).waitTime(AMPLY).acquire());
		await().until(() -> this.client.lock(this.key).inspect().waiters() == 1);
		held.close();
		waiting.join().close();
		assertThat(admin().pttl("lock:" + this.key)).isLessThanOrEqualTo(5000L);
		await().atMost(Duration.ofSeconds(20)).until(() -> admin().exists("lock:" + this.key) == 0);
	}

	@Test
	void marksOfOldInstancesDoNotPileUp() {
		long now = System.currentTimeMillis();
		String old = IntStream.range(0, 300).mapToObj((i) -> " old-" + i + ":1r" + (now - 60_000)).collect(joining());
		String young = " young:1r" + (now + 60_000);
		admin().set("lock:" + this.key, "lock/4+  0000000000000001 000000000000 0\n\n" + old + young + "\n\n\n");
		LockHandle held = this.client.lock(this.key).acquire();
		assertThat(StoredRecord.of(admin(), "lock:" + this.key).finished()).isEqualTo(young);
		held.close();
	}

	@Test
	void tokensGrowAlsoWhenRedisForgotEverything() {
		LockHandle forgotten = this.client.lock(this.key).acquire();
		long before = forgotten.fencingToken();
		forgotten.close();
		admin().flushall();
		LockHandle after = this.client.lock(this.key).acquire();
		assertThat(after.fencingToken()).isGreaterThan(before);
		after.close();
	}

	@Test
	void aWriterThatGoesOnReadingLearnsThatRedisForgotItsLock() {
		LockHandle writer = this.client.lock(this.key).acquire();
		LockHandle reader = this.client.lock(this.key).read().acquire();
		admin().flushall();
		writer.close();
		await().until(reader::isLost);
		assertThat(this.client.lock(this.key).inspect().held()).isFalse();
		reader.close();
	}

	@Test
	void aScriptCacheThatWasLostIsFilledAgain() {
		LockHandle held = this.client.lock(this.key).acquire();
		admin().scriptFlush();
		held.extend(Duration.ofSeconds(40));
		admin().scriptFlush();
		held.close();
		admin().scriptFlush();
		assertThat(this.client.lock(this.key).inspect().held()).isFalse();
	}

	@Test
	void releaseAndRenewalWorkAtFullMemory() {
		LockHandle held = this.client.lock(this.key).acquire();
		DefaultLockClient other = lockClient();
		CompletableFuture<LockHandle> waiting = onAnotherThread(() -> other.lock(this.key).waitTime(AMPLY).acquire());
		await().until(() -> this.client.lock(this.key).inspect().waiters() == 1);
		admin().configSet("maxmemory", "1");
		held.extend(Duration.ofSeconds(60));
		held.close();
		assertThat(waiting).succeedsWithin(Duration.ofSeconds(20));
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.client.lock(this.key + "-new").tryAcquire())
			.withMessageContaining("OOM");
		waiting.join().close();
		admin().configSet("maxmemory", "0");
	}

	@Test
	void aDeniedChannelLeavesNoHalfReleaseAndWaitersAskEverySecond() {
		assumeTrue(ServerVersion.hasChannelRights(), "Before Redis 6.2 there are no rights to channels");
		admin().aclSetuser("locks",
				AclSetuserArgs.Builder.on().addPassword("secret").allKeys().allCommands().resetChannels());
		RedisURI uri = RedisURI.builder(this.server.uri()).withAuthentication("locks", "secret".toCharArray()).build();
		DefaultLockClient denied = lockClient(uri);
		LockHandle held = denied.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = onAnotherThread(
				() -> lockClient(uri).lock(this.key).waitTime(AMPLY).acquire());
		await().until(() -> denied.lock(this.key).inspect().waiters() == 1);
		held.close();
		assertThat(held.isLost()).isFalse();
		StallProofTime.awaitWithin(Duration.ofSeconds(4), waiting::isDone);
		waiting.join().close();
	}

	@Test
	void aLostMessageCostsAboutASecond() {
		DefaultLockClient other = lockClient();
		LockHandle held = this.client.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = onAnotherThread(() -> other.lock(this.key).waitTime(AMPLY).acquire());
		await().until(() -> this.client.lock(this.key).inspect().waiters() == 1);
		admin().clientKill(KillArgs.Builder.typePubsub());
		held.close();
		assertThat(waiting).succeedsWithin(Duration.ofSeconds(20));
		waiting.join().close();
	}

	@Test
	void aKeyThatHoldsSomethingElseIsNotTouched() {
		admin().set("lock:" + this.key + "-string", "mine");
		admin().hset("lock:" + this.key + "-hash", "field", "mine");
		admin().set("lock:" + this.key + "-newer", StoredRecord.ofLayout(99));
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.client.lock(this.key + "-string").acquire())
			.withMessageContaining("holds something other than a lock")
			.withMessageContaining("distributed-lock.key-prefix");
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.client.lock(this.key + "-hash").acquire())
			.withMessageContaining("holds something other than a lock");
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.client.lock(this.key + "-newer").acquire())
			.withMessageContaining("layout '99'");
		assertThat(admin().get("lock:" + this.key + "-string")).isEqualTo("mine");
		assertThat(admin().hgetall("lock:" + this.key + "-hash")).hasSize(1);
	}

}
