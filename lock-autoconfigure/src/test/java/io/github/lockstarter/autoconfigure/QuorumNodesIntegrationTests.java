package io.github.lockstarter.autoconfigure;

import java.util.List;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.TlsRelay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a quorum whose nodes are reached in different ways: by a URL, with TLS by a
 * URL, and by the bean of a connection factory. They wait for no replicas, which only a
 * failover needs.
 */
@Full
class QuorumNodesIntegrationTests {

	private final EmbeddedRedis encrypted = EmbeddedRedis.start();

	private final EmbeddedRedis named = EmbeddedRedis.start();

	private final EmbeddedRedis configured = EmbeddedRedis.start();

	private final TlsRelay relay = TlsRelay.before(this.encrypted.port());

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class))
		.withBean("redisOfLocks", LettuceConnectionFactory.class,
				() -> new LettuceConnectionFactory("127.0.0.1", this.configured.port()))
		.withPropertyValues("distributed-lock.store=quorum", "distributed-lock.quorum.longest-lease=0s",
				"distributed-lock.quorum.node-timeout=500ms", "distributed-lock.redis.replica-acks=1",
				"distributed-lock.quorum.nodes[0]=redisOfLocks",
				"distributed-lock.quorum.nodes[1]=redis://127.0.0.1:" + this.named.port(),
				"distributed-lock.quorum.nodes[2]=rediss://localhost:" + this.relay.port() + "?verifyPeer=NONE");

	@AfterEach
	void stopServers() {
		List.of(this.encrypted, this.named, this.configured).forEach(EmbeddedRedis::close);
	}

	@Test
	void aServerBehindTlsAnAddressAndAConnectionFactoryDecideTogetherWithoutReplicas() {
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
