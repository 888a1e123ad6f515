package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.UUID;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StoredRecord;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a record does not vanish while its tokens are ahead of the clock: without it
 * they would be granted again.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class ReservedTokensIntegrationTests {

	private static final int TEN_SECONDS_OF_TOKENS = 10_000_000;

	private final RedisClient redis = EmbeddedRedis.shared().newClient();

	private final RedisCommands<String, String> commands = this.redis.connect().sync();

	private final LockSession session = new RedisLockStore(TestServers.of(EmbeddedRedis.shared()), "lock:")
		.open(UUID.randomUUID().toString(), new Deaf());

	private final String key = "reserved:" + UUID.randomUUID();

	@Test
	void theRecordIsKeptAsLongAsTheReservedTokensAreAhead() {
		acquire();
		assertThat(StoredRecord.of(this.commands, "lock:" + this.key).reserved()).isEqualTo(TEN_SECONDS_OF_TOKENS);
		assertThat(this.commands.pttl("lock:" + this.key)).isBetween(12_000L, 15_001L);
	}

	@Test
	void theRecordIsKeptAsLongAsTheUsedTokensAreAhead() {
		acquire();
		this.session.release(this.key, 1, TEN_SECONDS_OF_TOKENS).toCompletableFuture().join();
		assertThat(this.commands.pttl("lock:" + this.key)).isBetween(12_000L, 15_001L);
	}

	@Test
	void itIsKeptThatLongAlsoIfNothingElseIsRemembered() {
		acquire();
		this.session.releaseWithoutMark(this.key, 1, TEN_SECONDS_OF_TOKENS, Duration.ZERO).toCompletableFuture().join();
		assertThat(this.commands.pttl("lock:" + this.key)).isBetween(12_000L, 15_001L);
		assertThat(StoredRecord.of(this.commands, "lock:" + this.key).finished()).isEmpty();
	}

	@Test
	void unusedTokensDieWithTheGrant() {
		acquire();
		this.session.release(this.key, 1).toCompletableFuture().join();
		assertThat(this.commands.pttl("lock:" + this.key)).isLessThanOrEqualTo(5000);
	}

	private void acquire() {
		AcquireRequest request = new AcquireRequest(this.key, 1, Duration.ofSeconds(1),
				new Owner("shop", "one", "main"), Duration.ZERO, TEN_SECONDS_OF_TOKENS);
		this.session.acquire(request).toCompletableFuture().join();
	}

	@AfterEach
	void close() {
		this.commands.del("lock:" + this.key);
		this.session.close();
		this.redis.shutdown();
	}

}
