package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for warnings at start-up about nodes of a quorum.
 */
@ExtendWith(OutputCaptureExtension.class)
@Full
class QuorumStartUpWarningsIntegrationTests {

	@Test
	void warningsNameTheNodeAndWhereItIsConfigured(CapturedOutput output) {
		try (EmbeddedRedis evicting = EmbeddedRedis.start("--maxmemory-policy", "allkeys-lru");
				EmbeddedRedis closed = EmbeddedRedis.start("--requirepass", "secret");
				EmbeddedRedis gone = EmbeddedRedis.start()) {
			gone.kill();
			new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class))
				.withBean("thirdRedis", LettuceConnectionFactory.class,
						() -> new LettuceConnectionFactory("127.0.0.1", gone.port()))
				.withPropertyValues("distributed-lock.store=quorum",
						"distributed-lock.quorum.nodes[0]=redis://127.0.0.1:" + evicting.port(),
						"distributed-lock.quorum.nodes[1]=redis://127.0.0.1:" + closed.port(),
						"distributed-lock.quorum.nodes[2]=thirdRedis")
				.run((context) -> await().atMost(Duration.ofSeconds(60))
					.untilAsserted(() -> assertThat(output)
						.contains("The lock server 127.0.0.1:" + evicting.port()
								+ " in 'distributed-lock.quorum.nodes[0]' is not safe for locks: Redis may evict")
						.contains("The lock server 127.0.0.1:" + closed.port()
								+ " in 'distributed-lock.quorum.nodes[1]' has no vote: ")
						.contains(" requires a password; set the password in 'distributed-lock.quorum.nodes[1]'")
						.contains(
								"The lock server thirdRedis in 'distributed-lock.quorum.nodes[2]' has no vote until it"
										+ " answers: Unable to connect to 127.0.0.1:" + gone.port())
						.contains("check that Redis runs there, and the connection factory 'thirdRedis'")));
			assertThat(output).doesNotContain("spring.data.redis").doesNotContain("Locks are unavailable");
		}
	}

}
