package io.github.lockstarter.autoconfigure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.TestCertificates;
import io.github.lockstarter.testing.TlsRelay;
import io.github.lockstarter.testing.Undisturbed;
import io.github.lockstarter.testing.Warnings;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests of what an application is told whose 'spring.data.redis' leads to no usable
 * Redis.
 */
@ExtendWith({ OutputCaptureExtension.class, RepeatedIfDisturbed.class })
@Full
class UnusableRedisIntegrationTests {

	/** A call that is told at once does not wait for it. */
	private static final Duration LONG = Duration.ofSeconds(60);

	private static EmbeddedRedis closed;

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(AutoConfigurations
		.of(SslAutoConfiguration.class, DataRedisAutoConfiguration.class, LockAutoConfiguration.class));

	@BeforeAll
	static void start() {
		closed = EmbeddedRedis.start("--requirepass", "right");
	}

	@AfterAll
	static void stop() {
		closed.close();
	}

	static Stream<Arguments> refused() {
		return Stream.of(Arguments.of("requires a password; set 'spring.data.redis.password'", List.of()),
				Arguments.of("requires a password; set 'spring.data.redis.password'",
						List.of("spring.data.redis.lettuce.cluster.refresh.adaptive=true",
								"spring.data.redis.cluster.nodes=localhost:" + closed.port())),
				Arguments.of("refused the login (WRONGPASS); correct 'spring.data.redis.username' and"
						+ " 'spring.data.redis.password'", List.of("spring.data.redis.password=wrong")),
				Arguments.of(
						"refused the login (WRONGPASS); correct 'spring.data.redis.username' and"
								+ " 'spring.data.redis.password'",
						List.of("spring.data.redis.username=nobody", "spring.data.redis.password=right")),
				Arguments.of("has no database with the configured number; correct 'spring.data.redis.database'",
						List.of("spring.data.redis.password=right", "spring.data.redis.database=99")),
				Arguments.of("is not in Cluster mode; remove or correct 'spring.data.redis.cluster.nodes'",
						List.of("spring.data.redis.password=right",
								"spring.data.redis.cluster.nodes=localhost:" + closed.port())));
	}

	@ParameterizedTest
	@MethodSource("refused")
	void aCallIsToldAtOnceWhichPropertyToCorrect(String told, List<String> properties) {
		this.runner.withPropertyValues("spring.data.redis.port=" + closed.port())
			.withPropertyValues(properties.toArray(String[]::new))
			.run((context) -> {
				LockClient client = context.getBean(LockClient.class);
				for (int call = 0; call < 2; call++) {
					long startedAt = System.nanoTime();
					assertThatExceptionOfType(LockUnavailableException.class)
						.isThrownBy(() -> client.lock("order").waitTime(LONG).acquire())
						.withMessage("The store of lock 'order' is unavailable (Redis at localhost:" + closed.port()
								+ " " + told + ").");
					assertThat(Duration.ofNanos(System.nanoTime() - startedAt)).isLessThan(LONG.dividedBy(2));
				}
			});
	}

	@Test
	void aRedisThatIsTakenForASentinelIsNamed() {
		int port = EmbeddedRedis.shared().port();
		this.runner
			.withPropertyValues("spring.data.redis.sentinel.master=primary",
					"spring.data.redis.sentinel.nodes=localhost:" + port)
			.run((context) -> assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> context.getBean(LockClient.class).lock("order").waitTime(LONG).acquire())
				.withMessage("The store of lock 'order' is unavailable (localhost:" + port
						+ " is not a sentinel; correct 'spring.data.redis.sentinel.nodes').")
				.satisfies((failure) -> assertThat(failure.getWaited()).isLessThan(LONG.dividedBy(2))));
	}

	@Test
	void oneWarningNamesTheRedisThatRefusedAtStartUp(CapturedOutput output) {
		this.runner.withPropertyValues("spring.data.redis.port=" + closed.port()).run((context) -> {
			assertThat(context).hasNotFailed();
			assertOneWarning(output, "Locks are unavailable: Redis at localhost:" + closed.port()
					+ " requires a password; set 'spring.data.redis.password'");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "~* +@connection +info", "~other:* +@all" })
	void oneWarningNamesTheRightsThatTheUserLacksAtStartUp(String rights, CapturedOutput output) {
		String[] user = ("--user limited on >secret " + rights).split(" ");
		try (EmbeddedRedis redis = EmbeddedRedis.start(user)) {
			this.runner
				.withPropertyValues("spring.data.redis.port=" + redis.port(), "spring.data.redis.username=limited",
						"spring.data.redis.password=secret")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					await().atMost(LONG.dividedBy(2))
						.untilAsserted(() -> assertThat(output)
							.contains("Locks are unavailable: the Redis user lacks" + " permissions that locks need"));
				});
		}
	}

	@Test
	void oneWarningNamesTheAddressWithoutRedisAtStartUp(CapturedOutput output) {
		EmbeddedRedis gone = EmbeddedRedis.start();
		gone.kill();
		this.runner.withPropertyValues("spring.data.redis.port=" + gone.port()).run((context) -> {
			assertThat(context).hasNotFailed();
			assertOneWarning(output, "Locks are unavailable until Redis answers: Unable to connect to localhost:"
					+ gone.port() + ": Connection refused; check that Redis runs there, and 'spring.data.redis'");
		});
	}

	@Test
	void oneWarningOnOneLineNamesTheClusterWithoutNodesAtStartUp(CapturedOutput output) {
		EmbeddedRedis gone = EmbeddedRedis.start();
		gone.kill();
		this.runner.withPropertyValues("spring.data.redis.cluster.nodes=localhost:" + gone.port()).run((context) -> {
			assertThat(context).hasNotFailed();
			assertOneWarning(output, "Locks are unavailable until Redis answers: Unable to connect to localhost:"
					+ gone.port() + ": Connection refused; check that Redis runs there, and 'spring.data.redis'");
		});
	}

	@Test
	void oneWarningNamesTheHostThatIsUnknownAtStartUp(CapturedOutput output) {
		this.runner.withPropertyValues("spring.data.redis.host=redis.invalid").run((context) -> {
			assertThat(context).hasNotFailed();
			assertOneWarning(output, "Locks are unavailable until Redis answers: Unable to connect to"
					+ " redis.invalid:6379: the host is unknown; check 'spring.data.redis.host'");
		});
	}

	@Test
	void oneWarningTellsOfARedisThatDoesNotAnswerAtStartUp(CapturedOutput output) throws IOException {
		try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
			this.runner.withPropertyValues("spring.data.redis.port=" + silent.getLocalPort()).run((context) -> {
				assertThat(context).hasNotFailed();
				await().atMost(LONG.dividedBy(2))
					.untilAsserted(() -> assertThat(output).contains("Locks are unavailable"));
				assertThat(Undisturbed.output(output).lines().filter((line) -> line.contains("Locks are unavailable")))
					.singleElement()
					.asString()
					.contains("WARN", "; check that Redis runs where 'spring.data.redis' says, and that"
							+ " 'spring.data.redis.ssl.enabled' matches it");
			});
		}
	}

	@Test
	void aCertificateThatNobodyTrustsIsToldAtOnce() {
		this.runner
			.withPropertyValues("spring.data.redis.port=" + TlsRelay.shared().port(),
					"spring.data.redis.ssl.enabled=true")
			.run((context) -> assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> context.getBean(LockClient.class).lock("order").waitTime(LONG).acquire())
				.withMessageContaining("Redis at localhost:" + TlsRelay.shared().port() + " is not trusted")
				.withMessageContaining("correct 'spring.data.redis.ssl.bundle'")
				.satisfies((failure) -> assertThat(failure.getWaited()).isLessThan(LONG.dividedBy(2))));
	}

	@Test
	void aBundleWithTheCertificateOpensTheWay(CapturedOutput output) {
		TlsRelay relay = TlsRelay.shared();
		this.runner
			.withPropertyValues("spring.data.redis.port=" + relay.port(), "spring.data.redis.ssl.bundle=redis",
					"spring.ssl.bundle.jks.redis.truststore.location=" + relay.certificates().store().toUri(),
					"spring.ssl.bundle.jks.redis.truststore.password=" + TestCertificates.PASSWORD)
			.run((context) -> {
				context.getBean(LockClient.class).lock("order").acquire().close();
				assertThat(Warnings.in(output)).isEmpty();
			});
	}

	@Test
	void aRedisWithTlsThatIsSpokenToWithoutIsTold() {
		this.runner.withPropertyValues("spring.data.redis.port=" + TlsRelay.shared().port())
			.run((context) -> assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> context.getBean(LockClient.class).lock("order").tryAcquire(Duration.ofSeconds(3)))
				.withMessageContaining("localhost:" + TlsRelay.shared().port())
				.withMessageContaining("'spring.data.redis.ssl.enabled'"));
	}

	@Test
	void aRedisWithoutTlsThatIsSpokenToWithItIsTold() {
		assertTlsIsDoubted(EmbeddedRedis.shared().port());
	}

	@Test
	void aServerThatIsSilentAboutTlsIsToldBeforeAnAttemptToConnectIsGivenUp() throws IOException {
		try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
			assertTlsIsDoubted(silent.getLocalPort());
		}
	}

	private void assertTlsIsDoubted(int port) {
		this.runner.withPropertyValues("spring.data.redis.port=" + port, "spring.data.redis.ssl.enabled=true")
			.run((context) -> {
				LockClient client = context.getBean(LockClient.class);
				assertThatExceptionOfType(LockUnavailableException.class)
					.isThrownBy(() -> client.lock("order").tryAcquire(Duration.ofSeconds(2)))
					.withMessageContaining("Redis at localhost:" + port)
					.withMessageContaining("'spring.data.redis.ssl.enabled'");
				assertThatExceptionOfType(LockUnavailableException.class)
					.isThrownBy(() -> client.lock("order").inspect())
					.withMessageContaining("'spring.data.redis.ssl.enabled'");
			});
	}

	@Test
	void aClusterThatIsDownCostsFewLinesOfTheLog(CapturedOutput output) {
		List<EmbeddedRedis> gone = List.of(EmbeddedRedis.start(), EmbeddedRedis.start(), EmbeddedRedis.start());
		gone.forEach(EmbeddedRedis::close);
		String nodes = gone.stream().map((node) -> "localhost:" + node.port()).collect(Collectors.joining(","));
		this.runner.withPropertyValues("spring.data.redis.cluster.nodes=" + nodes).run((context) -> {
			LockClient client = context.getBean(LockClient.class);
			assertUnavailable(() -> client.lock("order").tryAcquire(Duration.ofSeconds(3)));
			for (int call = 0; call < 20; call++) {
				assertUnavailable(() -> client.lock("order").tryAcquire());
			}
			assertThat(Warnings.in(output)).hasSizeBetween(1, 3);
		});
	}

	private static void assertUnavailable(ThrowingCallable call) {
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(call);
	}

	@Test
	void aNodeOfAClusterThatIsTakenForTheOnlyServerIsTold(CapturedOutput output) {
		EmbeddedRedisCluster cluster = EmbeddedRedisCluster.shared();
		EmbeddedRedis node = cluster.nodes().get(0);
		String elsewhere = Stream.iterate(0, (number) -> number + 1)
			.map((number) -> "order:" + number)
			.filter((key) -> cluster.master("lock:" + key) != node)
			.findFirst()
			.orElseThrow();
		this.runner.withPropertyValues("spring.data.redis.port=" + node.port()).run((context) -> {
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> context.getBean(LockClient.class).lock(elsewhere).waitTime(LONG).acquire())
				.withMessageContaining("'spring.data.redis.cluster.nodes'")
				.satisfies((failure) -> assertThat(failure.getWaited()).isLessThan(LONG.dividedBy(2)));
			assertOneWarning(output, "Redis is not safe for locks: it is one node of a Redis Cluster");
			assertThat(output).contains("'spring.data.redis.cluster.nodes'");
		});
	}

	@Test
	void aRedisThatAnswersIsNotWarnedOf(CapturedOutput output) {
		this.runner.withPropertyValues("spring.data.redis.port=" + closed.port(), "spring.data.redis.password=right")
			.run((context) -> {
				context.getBean(LockClient.class).lock("order").acquire().close();
				assertThat(Warnings.in(output)).isEmpty();
			});
	}

	@Test
	void oneWarningTellsOfARedisThatMayEvictLocksAtStartUp(CapturedOutput output) {
		try (EmbeddedRedis evicting = EmbeddedRedis.start("--maxmemory-policy", "allkeys-lru")) {
			this.runner.withPropertyValues("spring.data.redis.port=" + evicting.port())
				.run((context) -> assertOneWarning(output,
						"Redis is not safe for locks: Redis may evict locks that are held"));
		}
	}

	@Test
	void aRedisThatWasDownAtStartUpIsWarnedOfAsSoonAsItAnswers(CapturedOutput output) {
		try (EmbeddedRedis evicting = EmbeddedRedis.start("--maxmemory-policy", "allkeys-lru")) {
			evicting.kill();
			this.runner.withPropertyValues("spring.data.redis.port=" + evicting.port()).run((context) -> {
				assertOneWarning(output, "Locks are unavailable until Redis answers");
				evicting.restart();
				context.getBean(LockClient.class).lock("order").waitTime(LONG).acquire().close();
				await().atMost(LONG.dividedBy(2))
					.untilAsserted(() -> assertThat(output).contains("Redis may evict locks that are held"));
			});
		}
	}

	@Test
	void oneWarningTellsOfMissingReplicasAtStartUp(CapturedOutput output) {
		this.runner
			.withPropertyValues("spring.data.redis.port=" + EmbeddedRedis.shared().port(),
					"distributed-lock.redis.replica-acks=1")
			.run((context) -> assertOneWarning(output,
					"Redis has too few connected replicas (0 of the 1 that 'distributed-lock.redis.replica-acks' asks"
							+ " for), so no lock can be acquired; connect replicas"));
	}

	private static void assertOneWarning(CapturedOutput output, String text) {
		await().atMost(LONG.dividedBy(2)).untilAsserted(() -> assertThat(Warnings.in(output)).isNotEmpty());
		assertThat(Warnings.in(output)).singleElement().asString().contains(text);
	}

}
