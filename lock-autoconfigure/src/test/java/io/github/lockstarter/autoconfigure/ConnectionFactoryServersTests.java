package io.github.lockstarter.autoconfigure;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.store.redis.RedisServers;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link ConnectionFactoryServers}.
 */
class ConnectionFactoryServersTests {

	private final AtomicReference<@Nullable Object> client = new AtomicReference<>();

	private final ConnectionFactoryServers servers = new ConnectionFactoryServers(this::client,
			() -> new RedisStandaloneConfiguration("localhost", 1), LettuceClientConfiguration::defaultConfiguration);

	private Object client() {
		Object running = this.client.get();
		if (running == null) {
			throw new IllegalStateException("stopped");
		}
		return running;
	}

	@Test
	void aFactoryThatWasNeverStartedTellsNothing() {
		assertThatIllegalStateException().isThrownBy(this.servers::get).withMessage("stopped");
	}

	@Test
	void theAnswerIsTheSameUntilTheFactoryIsStartedAgain() {
		this.client.set("one");
		RedisServers first = this.servers.get();
		assertThat(this.servers.get()).isSameAs(first);
		this.client.set("two");
		assertThat(this.servers.get()).isNotSameAs(first);
	}

	@Test
	void whileTheFactoryIsStoppedTheLastAnswerStands() {
		this.client.set("one");
		RedisServers first = this.servers.get();
		this.client.set(null);
		assertThat(this.servers.get()).isSameAs(first);
	}

	@Test
	void sentinelsAndThePrimaryHaveTheirOwnCredentialsAndTheSameEncryption() {
		RedisSentinelConfiguration configuration = new RedisSentinelConfiguration("primary",
				Set.of("one:26379", "other:26380"));
		configuration.setUsername("locks");
		configuration.setPassword("secret");
		configuration.setSentinelUsername("watch");
		configuration.setSentinelPassword("hidden");
		configuration.setDatabase(3);
		RedisURI uri = ConnectionFactoryServers.sentinels(configuration,
				LettuceClientConfiguration.builder().clientName("orders").useSsl().disablePeerVerification().build());
		assertThat(uri.getSentinelMasterId()).isEqualTo("primary");
		assertThat(uri.getDatabase()).isEqualTo(3);
		assertLogsIn(uri, "locks", "secret");
		assertThat(uri.getSentinels()).extracting(RedisURI::getHost).containsExactlyInAnyOrder("one", "other");
		assertThat(uri.getSentinels()).allSatisfy((sentinel) -> assertLogsIn(sentinel, "watch", "hidden"));
		assertThat(List.of(uri, uri.getSentinels().get(0), uri.getSentinels().get(1))).allSatisfy((each) -> {
			assertThat(each.isSsl()).isTrue();
			assertThat(each.getVerifyMode()).isEqualTo(SslVerifyMode.NONE);
			assertThat(each.getClientName()).isEqualTo("orders");
		});
	}

	@Test
	void aProviderOfCredentialsIsAskedForThoseOfTheServerAndOfTheSentinels() {
		RedisCredentialsProviderFactory credentials = new RedisCredentialsProviderFactory() {

			@Override
			public RedisCredentialsProvider createCredentialsProvider(RedisConfiguration configuration) {
				return provider("rotated");
			}

			@Override
			public RedisCredentialsProvider createSentinelCredentialsProvider(
					RedisSentinelConfiguration configuration) {
				return provider("watching");
			}

		};
		LettuceClientConfiguration client = LettuceClientConfiguration.builder()
			.redisCredentialsProviderFactory(credentials)
			.build();
		RedisURI sentinels = ConnectionFactoryServers
			.sentinels(new RedisSentinelConfiguration("primary", Set.of("one:26379")), client);
		assertLogsIn(sentinels, "rotated", "token");
		assertLogsIn(sentinels.getSentinels().get(0), "watching", "token");
		RedisURI server = ConnectionFactoryServers.address(new RedisNode("localhost", 1),
				new RedisStandaloneConfiguration("localhost", 1), client);
		assertLogsIn(server, "rotated", "token");
	}

	private static RedisCredentialsProvider provider(String user) {
		return RedisCredentialsProvider.from(() -> RedisCredentials.just(user, "token"));
	}

	private static void assertLogsIn(RedisURI uri, String user, String password) {
		RedisCredentials credentials = uri.getCredentialsProvider().resolveCredentials().block();
		assertThat(credentials).isNotNull();
		assertThat(credentials.getUsername()).isEqualTo(user);
		assertThat(credentials.getPassword()).isEqualTo(password.toCharArray());
	}

}
