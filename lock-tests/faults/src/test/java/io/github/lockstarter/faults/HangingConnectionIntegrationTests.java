package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.UUID;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.LiveThreads;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Attempts to connect that are accepted and not answered, as by the address of a host
 * that is gone. The application has the time-outs of Spring Boot, and the default lease.
 */
@Full
class HangingConnectionIntegrationTests {

	/** Renewed after a third; with no renewal afterwards it would be lost. */
	private static final Duration LEASE = Duration.ofSeconds(30);

	/** The client library would wait for a minute. */
	private static final Duration SOON = Duration.ofSeconds(20);

	private final String key = "hanging:" + UUID.randomUUID();

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RespProxy proxy = new RespProxy(this.server.port());

	private final BootClient application = BootClient.of(this.proxy.port());

	private final LockClient client = this.application.client();

	@ParameterizedTest
	@ValueSource(ints = { 1, 5 })
	void attemptsThatAreNotAnsweredCostNoLock(int attempts) {
		LockHandle held = this.client.lock(this.key).acquire();
		this.proxy.strandNext(attempts);
		this.proxy.reset();
		RecoveryTimes.measure(attempts + " attempts to connect were not answered, for two seconds each",
				Duration.ofSeconds(2 * attempts + 1), this.key, this.client);
		StallProofTime.pass(LEASE);
		assertThat(held.isValid()).isTrue();
		held.close();
		assertThat(held.isLost()).isFalse();
	}

	@Test
	void attemptsAreRepeatedWithoutPilingUpThreads() {
		this.proxy.strandNext(5);
		await().atMost(SOON).ignoreExceptions().until(() -> {
			assertThat(LiveThreads.named("lock-connect")).isLessThanOrEqualTo(4);
			return this.client.lock(this.key).waitTime(Duration.ofMillis(200)).tryAcquire().map((handle) -> {
				handle.close();
				return true;
			}).orElse(false);
		});
	}

	@AfterEach
	void close() {
		this.application.close();
		this.proxy.close();
		this.server.close();
	}

}
