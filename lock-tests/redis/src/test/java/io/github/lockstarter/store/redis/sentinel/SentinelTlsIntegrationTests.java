package io.github.lockstarter.store.redis.sentinel;

import java.time.Duration;

import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StubSentinel;
import io.github.lockstarter.testing.TlsRelay;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
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
			try (RedisClient client = client(relay)) {
				PrimaryFollower follower = watch.follower(() -> {
				});
				// the first handshake of a JVM may take longer than an attempt has
				await().atMost(PATIENCE)
					.ignoreExceptions()
					.untilAsserted(() -> assertThat(follower.find(client)).isNotNull()
						.returns(PRIMARY, RedisURI::getPort)
						.returns(true, RedisURI::isSsl));
				await().atMost(PATIENCE).until(() -> sentinel.subscribers() == 1);
				timer.close();
				watch.close().join();
			}
		}
	}

	private static RedisClient client(TlsRelay relay) {
		RedisURI uri = RedisURI.Builder.sentinel("localhost", relay.port(), StubSentinel.NAME).withSsl(true).build();
		uri.getSentinels().forEach((address) -> {
			address.setSsl(true);
			address.setVerifyPeer(SslVerifyMode.FULL);
		});
		RedisClient client = RedisClient.create(uri);
		SslOptions trust = relay.certificates().trust();
		client.setOptions(ClientOptions.builder().sslOptions(trust).build());
		return client;
	}

}
