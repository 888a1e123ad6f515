package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.EmbeddedRedisSentinel;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.TlsRelay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a quorum whose nodes are reached in different ways: Sentinel by its URL, TLS
 * by its URL, and a Cluster by the bean of its connection factory.
 */
@Full
class QuorumNodesIntegrationTests {

	private final EmbeddedRedisSentinel sentinel = EmbeddedRedisSentinel.shared();

	private final EmbeddedRedis encrypted = EmbeddedRedis.start();

	private final TlsRelay relay = TlsRelay.before(this.encrypted.port());

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class))
		.withBean("clusterOfLocks", LettuceConnectionFactory.class, QuorumNodesIntegrationTests::cluster)
		.withPropertyValues("distributed-lock.store=quorum", "distributed-lock.quorum.longest-lease=0s",
				"distributed-lock.quorum.node-timeout=500ms", "distributed-lock.quorum.nodes[0]=clusterOfLocks",
				"distributed-lock.quorum.nodes[1]=redis-sentinel://" + this.sentinel.sentinelAddresses() + "/0#"
						+ EmbeddedRedisSentinel.NAME,
				"distributed-lock.quorum.nodes[2]=rediss://localhost:" + this.relay.port() + "?verifyPeer=NONE");

	private static LettuceConnectionFactory cluster() {
		RedisClusterConfiguration nodes = new RedisClusterConfiguration();
		EmbeddedRedisCluster.shared()
			.nodes()
			.forEach((node) -> nodes.addClusterNode(new RedisNode("localhost", node.port())));
		return new LettuceConnectionFactory(nodes);
	}

	@AfterEach
	void stopServer() {
		this.encrypted.close();
	}

	@Test
	void aServerBehindTlsSentinelAndAClusterDecideTogether() {
		this.application.run((context) -> this.application.run((other) -> {
			LockClient locks = context.getBean(LockClient.class);
			awaitAnswering(context, "3 of 3");
			awaitAnswering(other, "3 of 3");
			long token;
			try (LockHandle held = locks.lock("order").acquire()) {
				token = held.fencingToken();
				assertThat(other.getBean(LockClient.class).lock("order").tryAcquire()).isEmpty();
			}
			try (LockHandle next = other.getBean(LockClient.class).lock("order").acquire()) {
				assertThat(next.fencingToken()).isGreaterThan(token);
			}
		}));
	}

	@Test
	void theOthersGoOnWithoutTheServerBehindTls() {
		this.application.run((context) -> {
			LockClient locks = context.getBean(LockClient.class);
			LockHandle held = locks.lock("order").acquire();
			this.encrypted.kill();
			assertThat(held.isValid()).isTrue();
			held.close();
			locks.lock("order").acquire().close();
			awaitAnswering(context, "2 of 3");
		});
	}

	/** One that is slow to connect, or to answer once, does not count. */
	private static void awaitAnswering(ApplicationContext context, String servers) {
		LockAdmin admin = context.getBean(LockAdmin.class);
		await().ignoreExceptionsInstanceOf(LockUnavailableException.class)
			.until(() -> servers.equals(admin.status().details().get("answering")));
	}

}
