package io.github.lockstarter.store.redis.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.testing.FreePort;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ClusterDiscovery} without a Cluster.
 */
class ClusterDiscoveryTests {

	private static final String DOWN = "no node answers";

	private final ClusterDiscovery discovery = new ClusterDiscovery();

	private final AtomicInteger attempts = new AtomicInteger();

	private RedisClusterClient client = RedisClusterClient.create(List.of(nobody(), nobody()));

	private static RedisURI nobody() {
		return RedisURI.create("localhost", FreePort.find());
	}

	@AfterEach
	void close() {
		this.client.shutdown();
	}

	private void connect() {
		assertThatExceptionOfType(RedisConnectionException.class)
			.isThrownBy(() -> this.discovery.find(this.client, (known) -> {
				this.attempts.incrementAndGet();
				throw new RedisConnectionException(DOWN);
			}))
			.withMessage(DOWN);
	}

	@Test
	void theClientWhichWarnsOfEachNodeIsSparedWhileAllRefuse() {
		for (int number = 0; number < 5; number++) {
			connect();
		}
		assertThat(this.attempts).hasValue(1);
	}

	@Test
	void theClientIsAskedWhileANodeIsOnlySlow() throws IOException {
		this.client.shutdown();
		try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
			this.client = RedisClusterClient
				.create(List.of(nobody(), RedisURI.create("localhost", silent.getLocalPort())));
			connect();
			connect();
			assertThat(this.attempts).hasValue(2);
		}
	}

}
