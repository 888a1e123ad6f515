package io.github.lockstarter.store.redis.sentinel;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.store.redis.connection.ClientSettings;
import io.github.lockstarter.store.redis.connection.ServerClient;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StubSentinel;
import io.github.lockstarter.testing.TestClientResources;
import io.github.lockstarter.testing.TlsRelay;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A sentinel that speaks TLS alone.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class SentinelTlsIntegrationTests {

	private static final int PRIMARY = 4001;

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	@Test
	void theSentinelIsAskedAndListenedToWithTheTlsOfTheApplication() {
		try (StubSentinel sentinel = new StubSentinel(PRIMARY)) {
			TlsRelay relay = TlsRelay.before(sentinel.port());
			SessionTimer timer = new SessionTimer();
			SentinelWatch watch = new SentinelWatch(timer, () -> {
			}, "Redis");
			try (ServerClient client = client(relay)) {
				AtomicReference<@Nullable RedisURI> led = new AtomicReference<>();
				// the first handshake of a JVM may take longer than an attempt has
				await().atMost(PATIENCE).until(() -> {
					watch.connect(client, (address) -> {
						led.set(address);
						return CompletableFuture.<StatefulRedisConnection<String, String>>failedStage(
								new IllegalStateException("there is no server"));
					}).handle((connection, failure) -> failure).toCompletableFuture().join();
					return led.get() != null;
				});
				assertThat(led.get()).isNotNull().returns(PRIMARY, RedisURI::getPort).returns(true, RedisURI::isSsl);
				await().atMost(PATIENCE).until(() -> sentinel.subscribers() == 1);
				timer.close();
				watch.close();
			}
		}
	}

	private static ServerClient client(TlsRelay relay) {
		RedisURI uri = RedisURI.Builder.sentinel("localhost", relay.port(), StubSentinel.NAME).withSsl(true).build();
		uri.getSentinels().forEach((address) -> {
			address.setSsl(true);
			address.setVerifyPeer(SslVerifyMode.FULL);
		});
		ServerClient client = new ServerClient(TestClientResources.shared(),
				new ClientSettings(List.of(uri), false, ClientOptions.create(), null));
		SslOptions trust = relay.certificates().trust();
		client.setOptions(ClientOptions.builder().sslOptions(trust).build());
		return client;
	}

}
