package io.github.lockstarter.core;

import java.time.Duration;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.testing.BlockingLog;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a log whose appender blocks when something is to be said about connections to
 * Redis.
 */
@Full
class BlockedLogIntegrationTests extends OwnRedis {

	private static final Duration LEASE = Duration.ofSeconds(5);

	private final RespProxy proxy = new RespProxy(this.server.port());

	private final DefaultLockClient client = lockClient(RedisURI.create("127.0.0.1", this.proxy.port()));

	@Test
	void delaysNoRenewal() {
		LockHandle held = this.client.lock(this.key).leaseTime(LEASE).acquire();
		try (BlockingLog log = BlockingLog.begin()) {
			this.proxy.strand();
			await().until(log::hasBlocked);
			StallProofTime.pass(LEASE.multipliedBy(2));
			assertThat(held.isValid()).isTrue();
		}
		held.close();
	}

	@AfterEach
	void closeProxy() {
		this.proxy.close();
	}

}
