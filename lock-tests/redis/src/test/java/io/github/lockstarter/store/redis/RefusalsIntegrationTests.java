package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Servers that refuse commands for a while, each in its own words.
 */
@Full
class RefusalsIntegrationTests {

	/** Longer than a test takes, so that a lock does not come free by its lease. */
	private static final Duration LEASE = Duration.ofMinutes(5);

	private static final Duration SOON = Duration.ofSeconds(15);

	private static final Duration SHORT = Duration.ofMillis(200);

	private final String key = "refused:" + UUID.randomUUID();

	private EmbeddedRedis server;

	private RedisClient redis;

	private RedisCommands<String, String> admin;

	private CloseableLockClient client;

	private void start(Refusal refusal) {
		this.server = refusal.start();
		this.redis = this.server.newClient();
		this.admin = this.redis.connect().sync();
		this.client = new LockClientBuilder(new RedisLockStore(TestServers.of(this.server), "lock:"))
			.defaults(LockOptions.of(LockOption.WAIT_TIME, Duration.ofSeconds(60)).with(LockOption.LEASE_TIME, LEASE))
			.build();
		this.client.start();
		assumeTrue(refusal.canHappen(), refusal + " needs Redis 6.2 or later");
	}

	@ParameterizedTest
	@EnumSource
	void whoWaitsIsGrantedTheLockWhenTheServerAgreesAgain(Refusal refusal) {
		start(refusal);
		refusal.begin(this.server, this.admin);
		awaitRefused(refusal);
		CompletableFuture<LockHandle> waiting = this.client.lock(this.key).acquireAsync().toCompletableFuture();
		refusal.end(this.admin);
		StallProofTime.awaitSuccessWithin(SOON, waiting);
		waiting.join().close();
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = { "LOADING", "CLUSTERDOWN" })
	void aReleaseIsRepeatedUntilTheServerAgreesAgain(Refusal refusal) {
		start(refusal);
		LockHandle held = this.client.lock(this.key).acquire();
		refusal.begin(this.server, this.admin);
		awaitRefused(refusal);
		held.close();
		refusal.end(this.admin);
		StallProofTime.awaitWithin(SOON, () -> !this.client.lock(this.key).inspect().held());
		assertThat(held.isLost()).isFalse();
	}

	/** A script that does not end is known as such only after some time. */
	private void awaitRefused(Refusal refusal) {
		await().until(() -> {
			try (LockHandle granted = this.client.lock(this.key + ":other").waitTime(SHORT).acquire()) {
				return !granted.isValid();
			}
			catch (LockUnavailableException ex) {
				return ex.getMessage().contains(refusal.name());
			}
		});
	}

	@AfterEach
	void close() {
		this.client.close();
		this.redis.shutdown();
		this.server.close();
	}

}
