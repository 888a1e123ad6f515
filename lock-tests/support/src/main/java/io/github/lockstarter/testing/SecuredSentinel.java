package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.MappingSocketAddressResolver;

/**
 * Servers and sentinels that are reached by TLS alone, with a user who may do on the
 * servers what the documentation says, and nothing else.
 */
public final class SecuredSentinel implements AutoCloseable {

	private final EmbeddedRedisSentinel redis;

	private final Map<Integer, TlsRelay> relays;

	private final ClientResources resources;

	private SecuredSentinel(EmbeddedRedisSentinel redis) {
		this.redis = redis;
		this.relays = TlsRelay.before(Stream.concat(redis.servers().stream().map(EmbeddedRedis::port),
				redis.sentinels().stream().map(EmbeddedSentinel::port)));
		this.resources = ClientResources.builder()
			.socketAddressResolver(MappingSocketAddressResolver.create(this::throughRelay))
			.build();
	}

	/**
	 * Start servers and sentinels, and wait until all know of each other.
	 * @param downAfter for how long a server has to be silent to be replaced
	 * @return the running servers and sentinels
	 */
	public static SecuredSentinel start(Duration downAfter) {
		String[] user = Stream.concat(Stream.of("--user"), DocumentedRights.ofUser().stream()).toArray(String[]::new);
		return new SecuredSentinel(EmbeddedRedisSentinel.start(downAfter, user));
	}

	private HostAndPort throughRelay(HostAndPort server) {
		return HostAndPort.of(server.getHostText(), Objects.requireNonNull(this.relays.get(server.getPort())).port());
	}

	public EmbeddedRedisSentinel redis() {
		return this.redis;
	}

	/**
	 * What a client needs to reach the primary.
	 * @return the target
	 */
	public RedisTarget target() {
		RedisURI.Builder uri = RedisURI.builder()
			.withSentinelMasterId(EmbeddedRedisSentinel.NAME)
			.withAuthentication(DocumentedRights.USER, DocumentedRights.PASSWORD.toCharArray());
		this.redis.sentinels().forEach((sentinel) -> uri.withSentinel("127.0.0.1", sentinel.port()));
		return new RedisTarget(List.of(uri.withSsl(true).build()), false,
				ClientOptions.builder().sslOptions(trust()).build(), this.resources);
	}

	private SslOptions trust() {
		return this.relays.values().iterator().next().certificates().trust();
	}

	@Override
	public void close() {
		this.redis.close();
		this.resources.shutdown();
	}

}
