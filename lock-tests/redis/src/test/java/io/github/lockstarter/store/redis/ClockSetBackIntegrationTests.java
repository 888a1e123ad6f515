package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreTimes;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.StoredRecord;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a waiter that is gone, and whose place seems to be kept for an hour more,
 * since the server's clock was set back by that.
 */
class ClockSetBackIntegrationTests {

	private static final Duration LONG = Duration.ofMinutes(10);

	private static final Owner OWNER = new Owner("shop", "one", "main");

	private final RedisClient redis = EmbeddedRedis.shared().newClient();

	private final RedisCommands<String, String> admin = this.redis.connect().sync();

	private final LockSession holder = open();

	private final LockSession waiter = open();

	private final String key = "set-back:" + UUID.randomUUID();

	private LockSession open() {
		return new RedisLockStore(TestServers.of(EmbeddedRedis.shared()), "lock:").open(UUID.randomUUID().toString(),
				new Deaf());
	}

	@Test
	void isNotTheHolderForAllThatTime() {
		assertGrantEndsSoon(request(Duration.ofSeconds(3)));
	}

	@Test
	void hasNoShareForAllThatTime() {
		assertGrantEndsSoon(request(Duration.ofSeconds(3)).sharing(Share.READER));
	}

	private AcquireRequest request(Duration placeTimeout) {
		return new AcquireRequest(this.key, 1, LONG, OWNER, placeTimeout);
	}

	private void assertGrantEndsSoon(AcquireRequest waiting) {
		done(this.holder.acquire(request(Duration.ZERO)));
		done(this.waiter.acquire(waiting));
		long now = this.admin.time().stream().mapToLong(Long::parseLong).findFirst().orElseThrow();
		String record = this.admin.get("lock:" + this.key);
		String later = record.replaceFirst("@\\d+", "@" + (now + 3600) * 1000);
		assertThat(later).isNotEqualTo(record);
		this.admin.set("lock:" + this.key, later, SetArgs.Builder.keepttl());
		done(this.holder.release(this.key, 1));
		StoredRecord granted = StoredRecord.of(this.admin, "lock:" + this.key);
		assertThat(granted.owner()).isNotEmpty();
		assertThat(granted.lastsMillis()).isLessThanOrEqualTo(StoreTimes.LONGEST_PLACE.toMillis());
	}

	private static <T> T done(CompletionStage<T> stage) {
		return stage.toCompletableFuture().join();
	}

	@AfterEach
	void close() {
		this.admin.del("lock:" + this.key);
		this.holder.close();
		this.waiter.close();
		this.redis.shutdown();
	}

}
