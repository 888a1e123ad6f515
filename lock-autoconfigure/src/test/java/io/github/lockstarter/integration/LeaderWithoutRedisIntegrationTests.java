package io.github.lockstarter.integration;

import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockIntegrationAutoConfiguration;
import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.integration.leader.Context;
import org.springframework.integration.store.SimpleMessageStore;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

import static org.awaitility.Awaitility.await;

/**
 * Tests for a leader whose Redis falls silent.
 */
class LeaderWithoutRedisIntegrationTests {

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	@AfterEach
	void close() {
		this.redis.close();
	}

	@Test
	void leadsNoLongerThanItsLeaseUntilRedisAnswersAgain() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, LockAutoConfiguration.class,
					LockIntegrationAutoConfiguration.class))
			.withPropertyValues("spring.data.redis.port=" + this.redis.port(), "distributed-lock.lease-time=1s",
					"distributed-lock.drain-timeout=2s")
			.withBean(OneAtATime.class)
			.withBean(SimpleMessageStore.class)
			.withUserConfiguration(LockedNode.class)
			.run((context) -> {
				Context leadership = context.getBean(LockRegistryLeaderInitiator.class).getContext();
				await().until(leadership::isLeader);
				this.redis.pause();
				await().until(() -> !leadership.isLeader());
				this.redis.resume();
				await().until(leadership::isLeader);
			});
	}

}
