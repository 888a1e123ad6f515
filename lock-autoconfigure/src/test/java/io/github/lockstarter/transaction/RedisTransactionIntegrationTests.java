package io.github.lockstarter.transaction;

import java.time.Duration;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for transactions under locks of a Redis that forgets them, or falls silent.
 */
@SpringBootTest(classes = TransactionsUnderLocks.Application.class)
@DirtiesContext
class RedisTransactionIntegrationTests {

	private static final EmbeddedRedis redis = EmbeddedRedis.start();

	@Autowired
	private LockClient locks;

	@Autowired
	private Ledger ledger;

	@Autowired
	private TransactionTemplate transaction;

	@DynamicPropertySource
	static void redis(DynamicPropertyRegistry registry) {
		registry.add("spring.data.redis.port", redis::port);
	}

	@AfterEach
	void leavesNothingBehind() {
		this.ledger.clear();
		assertThat(this.locks.lock("key").inspect().held()).isFalse();
	}

	@Test
	void rollsBackWhenRedisHasForgottenTheLock() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.locks.lock("key").run(() -> this.transaction.executeWithoutResult((status) -> {
				this.ledger.write("lost");
				redis.flush();
				assertThatExceptionOfType(LockLostException.class)
					.isThrownBy(() -> LockContext.current().extend(Duration.ofMinutes(1)));
			})));
		assertThat(this.ledger.committed()).isEmpty();
	}

	@Test
	void rollsBackWhenRedisIsSilentUntilTheLeaseHasEnded() {
		try {
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.locks.lock("key")
				.leaseTime(Duration.ofMillis(600))
				.run(() -> this.transaction.executeWithoutResult((status) -> {
					this.ledger.write("lost");
					redis.pause();
					await().until(LockContext.current()::isLost);
				})));
			assertThat(this.ledger.committed()).isEmpty();
		}
		finally {
			redis.resume();
		}
	}

	@Test
	void commitsAsLongAsTheLockIsCertain() {
		try {
			this.locks.lock("key").run(() -> {
				this.transaction.executeWithoutResult((status) -> {
					this.ledger.write("held");
					redis.pause();
				});
				assertThat(this.ledger.committed()).containsExactly("held");
				redis.resume();
			});
		}
		finally {
			redis.resume();
		}
	}

}
