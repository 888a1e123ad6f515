package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.faults.proxy.RespFrame;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Logins that are refused for a while after there was a connection, as while a password
 * is changed on the server first and then here, or the other way round.
 */
@Full
class RefusedLoginsIntegrationTests {

	private static final Duration AMPLY = Duration.ofSeconds(60);

	private static final Duration SOON = Duration.ofSeconds(15);

	private static final Duration SEVERAL_ATTEMPTS = Duration.ofSeconds(1);

	private final String key = "login:" + UUID.randomUUID();

	/** The default user may log in with any password. */
	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RespProxy proxy = new RespProxy(this.server.port());

	private final CloseableLockClient client = new LockClientBuilder(
			new RedisLockStore(RedisServers.at(RedisURI.builder(RedisURI.create("127.0.0.1", this.proxy.port()))
				.withAuthentication("default", "any".toCharArray())
				.build()), "lock:"))
		.build();

	@ParameterizedTest
	@CsvSource({ "WRONGPASS invalid username-password pair or user is disabled., refused the login",
			"NOAUTH Authentication required., requires a password" })
	void whoWaitsIsGrantedTheLockWhenTheyAreAcceptedAgain(String refusal, String told) {
		this.client.lock(this.key).acquire().close();
		this.proxy.refuse(RespFrame::isLogin, refusal);
		this.proxy.reset();
		await().untilAsserted(() -> assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.client.lock(this.key).tryAcquire())
			.withMessageContaining(told));
		CompletableFuture<LockHandle> waiting = this.client.lock(this.key)
			.waitTime(AMPLY)
			.acquireAsync()
			.toCompletableFuture();
		StallProofTime.pass(SEVERAL_ATTEMPTS);
		assertThat(waiting).isNotDone();
		this.proxy.heal();
		StallProofTime.awaitSuccessWithin(SOON, waiting);
		waiting.join().close();
	}

	@AfterEach
	void close() {
		this.client.close();
		this.proxy.close();
		this.server.close();
	}

}
