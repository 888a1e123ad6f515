package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockNoMajorityException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for an application whose locks are decided about by three Redis servers.
 */
@Full
class QuorumIntegrationTests {

	private final List<EmbeddedRedis> servers = List.of(EmbeddedRedis.start(),
			EmbeddedRedis.start("--requirepass", "secret"), EmbeddedRedis.start());

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockMetricsAutoConfiguration.class))
		.withBean(SimpleMeterRegistry.class, () -> this.meters)
		.withPropertyValues("distributed-lock.store=quorum", "distributed-lock.quorum.node-timeout=250ms",
				"distributed-lock.quorum.longest-lease=0s");

	@AfterEach
	void stopServers() {
		this.servers.forEach(EmbeddedRedis::close);
	}

	private String nodes() {
		return "distributed-lock.quorum.nodes=" + Stream
			.of("redis://127.0.0.1:" + this.servers.get(0).port(),
					"redis://:secret@127.0.0.1:" + this.servers.get(1).port() + "/1",
					"redis://127.0.0.1:" + this.servers.get(2).port())
			.collect(Collectors.joining(","));
	}

	private double answering() {
		return this.meters.get("distributed.lock.quorum.answering").gauge().value();
	}

	@Test
	void locksGoOnWithTwoOfThreeServersAndTheStatusTellsOfTheThird() {
		this.application.withPropertyValues(nodes()).run((context) -> {
			LockClient locks = context.getBean(LockClient.class);
			LockHandle held = locks.lock("order").acquire();
			this.servers.get(2).kill();
			assertThat(held.isValid()).isTrue();
			held.close();
			long token = held.fencingToken();
			try (LockHandle next = locks.lock("order").acquire()) {
				assertThat(next.fencingToken()).isGreaterThan(token);
				LockAdmin.StoreStatus status = await().ignoreExceptionsInstanceOf(LockUnavailableException.class)
					.until(() -> context.getBean(LockAdmin.class).status(), (known) -> true);
				assertThat(status.details()).containsEntry("mode", "quorum").containsEntry("answering", "2 of 3");
				assertThat(status.details().get("127.0.0.1:" + this.servers.get(1).port() + "/1")).contains("version");
				assertThat(String.join(" ", status.details().values())).doesNotContain("secret");
			}
		});
	}

	@Test
	void aMinorityIsToldAtOnceAndTheLocksAreBackWithinASecondOfTheMajoritysReturn() {
		this.application.withPropertyValues(nodes()).run((context) -> {
			LockClient locks = context.getBean(LockClient.class);
			locks.lock("order").acquire().close();
			assertThat(answering()).isEqualTo(3);
			this.servers.get(0).kill();
			this.servers.get(2).pause();
			assertThatExceptionOfType(LockNoMajorityException.class)
				.isThrownBy(() -> locks.lock("order").waitTime(Duration.ofMinutes(5)).acquire())
				.withMessageContaining("1 of 3 lock servers answer, 2 are needed")
				.satisfies((failure) -> assertThat(failure.getTroubles()).hasSize(2)
					.containsKey("127.0.0.1:" + this.servers.get(0).port()));
			assertThat(answering()).isEqualTo(1);
			assertThatExceptionOfType(LockNoMajorityException.class)
				.isThrownBy(() -> context.getBean(LockAdmin.class).status());
			this.servers.get(2).resume();
			await().pollInterval(Duration.ofMillis(20))
				.ignoreExceptionsInstanceOf(LockNoMajorityException.class)
				.untilAsserted(() -> assertThat(locks.lock("order").tryAcquire()).isPresent()
					.hasValueSatisfying(LockHandle::close));
			assertThat(answering()).isEqualTo(2);
		});
	}

	@Test
	void oneServerUnderTwoNamesIsRefusedInOneSentence() {
		int port = this.servers.get(0).port();
		this.application
			.withPropertyValues("distributed-lock.quorum.nodes=redis://127.0.0.1:" + port + ",redis://localhost:" + port
					+ ",redis://127.0.0.1:" + this.servers.get(2).port())
			.run((context) -> {
				LockClient locks = context.getBean(LockClient.class);
				await().untilAsserted(() -> assertThatExceptionOfType(LockUnavailableException.class)
					.isThrownBy(() -> locks.lock("order").acquire().close())
					.withMessageContaining("'127.0.0.1:" + port + "' and 'localhost:" + port
							+ "' are the same server, which would have two votes; name each server once"));
			});
	}

}
