package io.github.lockstarter.store.redis.connection;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.SocketAddressResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link CurrentClient}.
 */
class CurrentClientTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private static final RedisURI ADDRESS = RedisURI.builder()
		.withHost("localhost")
		.withPort(1)
		.withTimeout(Duration.ofMillis(300))
		.build();

	private final ClientResources application = DefaultClientResources.builder()
		.socketAddressResolver(new SocketAddressResolver() {
		})
		.build();

	private final AtomicReference<ClientSettings> settings = new AtomicReference<>(settings(false,
			ClientOptions.builder()
				.protocolVersion(ProtocolVersion.RESP2)
				.requestQueueSize(10)
				.timeoutOptions(TimeoutOptions.enabled(Duration.ofMillis(300)))
				.socketOptions(SocketOptions.builder().connectTimeout(Duration.ofSeconds(30)).tcpNoDelay(false).build())
				.build()));

	private final CurrentClient clients = new CurrentClient(this.settings::get);

	private ClientSettings settings(boolean cluster, ClientOptions options) {
		return new ClientSettings(List.of(ADDRESS), cluster, options, this.application);
	}

	@Test
	void limitsOfTimeAreThoseOfLocks() {
		ClientOptions options = this.clients.get().getOptions();
		assertThat(options.getTimeoutOptions().isTimeoutCommands()).isFalse();
		assertThat(options.getSocketOptions().getConnectTimeout()).isEqualTo(Duration.ofSeconds(2));
		assertThat(options.getSocketOptions().isKeepAlive()).isTrue();
		assertThat(options.getRequestQueueSize()).isEqualTo(Integer.MAX_VALUE);
	}

	@Test
	void protocolAndSocketsAreThoseOfTheApplication() {
		ClientOptions options = this.clients.get().getOptions();
		assertThat(options.getConfiguredProtocolVersion()).isEqualTo(ProtocolVersion.RESP2);
		assertThat(options.getSocketOptions().isTcpNoDelay()).isFalse();
	}

	@Test
	void resolversAreThoseOfTheApplicationAndThreadsAreNot() {
		ClientResources own = this.clients.get().getResources();
		assertThat(own.socketAddressResolver()).isSameAs(this.application.socketAddressResolver());
		assertThat(own.eventLoopGroupProvider()).isNotSameAs(this.application.eventLoopGroupProvider());
		assertThat(own.eventExecutorGroup()).isNotSameAs(this.application.eventExecutorGroup());
		assertThat(own.ioThreadPoolSize()).isEqualTo(2);
	}

	@Test
	void aClusterKeepsTheApplicationsChoiceOfNodes() {
		this.settings.set(settings(true, ClusterClientOptions.builder().nodeFilter((node) -> false).build()));
		ServerClient client = this.clients.get();
		assertThat(client.isCluster()).isTrue();
		assertThat(client.seeds()).containsExactly(ADDRESS);
		assertThat(client.nodeFilter().test(new RedisClusterNode())).isFalse();
	}

	@Test
	void otherSettingsGetAnotherClientAndTheFormerIsClosed() {
		ServerClient former = this.clients.get();
		assertThat(this.clients.get()).isSameAs(former);
		this.settings.set(settings(false, ClientOptions.create()));
		assertThat(this.clients.get()).isNotSameAs(former);
		assertThat(former.getResources()
			.eventExecutorGroup()
			.terminationFuture()
			.awaitUninterruptibly(SOON.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
		assertThat(this.application.eventExecutorGroup().isShuttingDown()).isFalse();
	}

	@Test
	void settingsThatAreMadeForEachCallAreRefusedInsteadOfOpeningAClientForEach() {
		CurrentClient wrong = new CurrentClient(() -> settings(false, ClientOptions.create()));
		assertThatIllegalStateException().isThrownBy(wrong::get)
			.withMessageContaining("let it return the same one as long as nothing has changed");
		assertThat(wrong.close()).succeedsWithin(SOON);
	}

	@Test
	void noClientIsMadeAfterTheEnd() {
		assertThat(this.clients.close()).succeedsWithin(SOON);
		assertThatIllegalStateException().isThrownBy(this.clients::get);
	}

	@AfterEach
	void close() {
		assertThat(this.clients.close()).succeedsWithin(SOON);
		this.application.shutdown(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
	}

}
