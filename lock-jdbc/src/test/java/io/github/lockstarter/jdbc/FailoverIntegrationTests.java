package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Locks while a standby server takes the place of the primary.
 */
@Full
class FailoverIntegrationTests {

	private static final Duration AMPLY = Duration.ofSeconds(90);

	private static CloseableLockClient client(HikariDataSource pool, String name) {
		return new LockClientBuilder(new JdbcLockStore(pool)).application("shop").instance(name).build();
	}

	@Test
	void aStandbyThatHasEveryCommitForgetsNoLock() throws Exception {
		try (PostgresServer primary = new PostgresServer();
				PostgresServer standby = primary.newStandby();
				HikariDataSource onePool = primary.poolWith(standby);
				HikariDataSource otherPool = primary.poolWith(standby);
				CloseableLockClient one = client(onePool, "one");
				CloseableLockClient other = client(otherPool, "other")) {
			LockHandle held = one.lock("order").leaseTime(AMPLY).waitTime(AMPLY).acquire();
			CompletableFuture<LockHandle> waiting = other.lock("order")
				.leaseTime(AMPLY)
				.waitTime(AMPLY)
				.acquireAsync()
				.toCompletableFuture();
			await().until(() -> one.lock("order").inspect().waiters() == 1);
			primary.kill();
			standby.promote();
			await().atMost(AMPLY)
				.ignoreExceptionsInstanceOf(LockException.class)
				.untilAsserted(() -> held.extend(AMPLY));
			assertThat(waiting).isNotDone();
			long token = held.fencingToken();
			held.close();
			try (LockHandle next = waiting.get(90, TimeUnit.SECONDS)) {
				assertThat(next.fencingToken()).isGreaterThan(token);
			}
		}
	}

}
