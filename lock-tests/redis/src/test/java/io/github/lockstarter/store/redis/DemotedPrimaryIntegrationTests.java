package io.github.lockstarter.store.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.UUID;

import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.FailingLog;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A primary that is demoted while its clients stay connected, and an address that leads
 * to the new primary.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class DemotedPrimaryIntegrationTests {

	private static final Duration SOON = Duration.ofSeconds(15);

	private final EmbeddedRedis first = EmbeddedRedis.start();

	private final EmbeddedRedis second = EmbeddedRedis.start();

	private final RedisClient toFirst = this.first.newClient();

	private final RedisClient toSecond = this.second.newClient();

	private final RespProxy address = new RespProxy(this.first.port());

	private final ListeningSession session = new ListeningSession(TestServers.at(this.address.port()));

	private final ListeningSession other = new ListeningSession(TestServers.of(this.second));

	private final String key = "demoted:" + UUID.randomUUID();

	@Test
	void whoeverIsRefusedByAReplicaConnectsAnewAlthoughTheLogFails() {
		this.session.acquire(this.key);
		this.address.leadTo(this.second.port());
		this.toFirst.connect().sync().replicaof("127.0.0.1", this.second.port());
		try (FailingLog log = FailingLog.begin()) {
			await().atMost(SOON)
				.ignoreExceptions()
				.until(() -> this.session.acquire(this.key + "-another") == AcquisitionState.GRANTED);
			await().until(() -> log.failures() > 0);
		}
		this.session.release(this.key + "-another");
	}

	@Test
	void whoeverIsRefusedByAReplicaConnectsAnewAndFindsItsLock() {
		RedisCommands<String, String> one = this.toFirst.connect().sync();
		RedisCommands<String, String> two = this.toSecond.connect().sync();
		two.replicaof("127.0.0.1", this.first.port());
		await().atMost(SOON).until(() -> two.info("replication").contains("master_link_status:up"));
		this.session.acquire(this.key);
		this.session.listen(this.key);
		await().atMost(SOON).until(() -> two.exists("lock:" + this.key) == 1);
		two.replicaofNoOne();
		this.address.leadTo(this.second.port());
		one.replicaof("127.0.0.1", this.second.port());
		await().atMost(SOON).ignoreExceptions().until(() -> this.session.renew(this.key) == AcquisitionState.GRANTED);
		this.session.release(this.key);
		this.other.acquire(this.key, 1);
		this.session.listen(this.key);
		assertThat(this.session.queue(this.key, 2)).isEqualTo(AcquisitionState.QUEUED);
		this.other.release(this.key, 1);
		await().until(() -> this.session.granted.contains(this.key));
		this.session.release(this.key, 2);
	}

	@Test
	void whoeverIsRefusedByAReplicaThatMissesItsPrimaryConnectsAnew() throws IOException {
		this.session.acquire(this.key);
		this.address.leadTo(this.second.port());
		RedisCommands<String, String> one = this.toFirst.connect().sync();
		one.configSet("replica-serve-stale-data", "no");
		try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			one.replicaof("127.0.0.1", silent.getLocalPort());
			await().atMost(SOON)
				.ignoreExceptions()
				.until(() -> this.session.acquire(this.key + "-another") == AcquisitionState.GRANTED);
		}
		this.session.release(this.key + "-another");
	}

	@AfterEach
	void close() {
		this.session.close();
		this.other.close();
		this.toFirst.shutdown();
		this.toSecond.shutdown();
		this.address.close();
		this.first.close();
		this.second.close();
	}

}
