package io.github.lockstarter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolVersion;

/**
 * Ways to a server other than plainly by TCP as the user who may do everything.
 */
public enum RedisAccess {

	/**
	 * As a user who has the rights that the documentation asks for, and no others.
	 */
	ACL_USER {

		@Override
		public RedisClient newClient() {
			EmbeddedRedis server = EmbeddedRedis.shared();
			setUser(server, DocumentedRights.ofUser());
			return client(asUser(server));
		}

	},

	/**
	 * To a Cluster, as a user who has the rights that the documentation asks for there.
	 */
	CLUSTER {

		@Override
		public AbstractRedisClient newClient() {
			return clientOf(EmbeddedRedisCluster.shared());
		}

	},

	/**
	 * By the protocol of Redis 5.
	 */
	RESP2 {

		@Override
		public RedisClient newClient() {
			RedisClient client = EmbeddedRedis.shared().newClient();
			client.setOptions(ClientOptions.builder().protocolVersion(ProtocolVersion.RESP2).build());
			return client;
		}

	},

	/**
	 * By TLS, with a certificate that the client knows.
	 */
	TLS {

		@Override
		public RedisClient newClient() {
			TlsRelay relay = TlsRelay.shared();
			RedisClient client = client(RedisURI.builder()
				.withHost("localhost")
				.withPort(relay.port())
				.withSsl(true)
				.withVerifyPeer(SslVerifyMode.FULL)
				.withTimeout(Duration.ofSeconds(5))
				.build());
			SslOptions trust = relay.certificates().trust();
			client.setOptions(ClientOptions.builder().sslOptions(trust).build());
			return client;
		}

	},

	/**
	 * To the primary that sentinels name, by TLS and as the user of {@link #ACL_USER}.
	 */
	SENTINEL {

		@Override
		public RedisClient newClient() {
			return (RedisClient) Sentinels.SECURED.newConnectionFactory().getRequiredNativeClient();
		}

	},

	/**
	 * By a Unix socket, which takes Netty's native transport.
	 */
	UNIX_SOCKET {

		@Override
		public RedisClient newClient() {
			return client(RedisURI.Builder.socket(Sockets.SERVER.path().toString())
				.withTimeout(Duration.ofSeconds(5))
				.build());
		}

	};

	/**
	 * Create a client, to be shut down by the caller.
	 * @return the client
	 */
	public abstract AbstractRedisClient newClient();

	/**
	 * Create a client of a Cluster, as a user who has the documented rights, to be shut
	 * down by the caller. All nodes get to know the user.
	 * @param cluster the cluster
	 * @return the client
	 */
	public static RedisClusterClient clientOf(EmbeddedRedisCluster cluster) {
		cluster.nodes().forEach((node) -> setUser(node, DocumentedRights.ofClusterUser()));
		return RedisClusterClient.create(TestClientResources.shared(),
				cluster.nodes().stream().map(RedisAccess::asUser).toList());
	}

	static void setUser(EmbeddedRedis server, List<String> rules) {
		try (RedisClient admin = server.newClient()) {
			CommandArgs<String, String> arguments = new CommandArgs<>(StringCodec.UTF8).add("SETUSER");
			rules.forEach(arguments::add);
			admin.connect().sync().dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), arguments);
		}
	}

	static RedisURI asUser(EmbeddedRedis server) {
		return RedisURI.builder(server.uri())
			.withAuthentication(DocumentedRights.USER, DocumentedRights.PASSWORD.toCharArray())
			.build();
	}

	private static RedisClient client(RedisURI uri) {
		return RedisClient.create(TestClientResources.shared(), uri);
	}

	/** The secured ones, started when they are first needed. */
	private static final class Sentinels {

		/** A busy machine is no reason for a failover. */
		static final SecuredSentinel SECURED = SecuredSentinel.start(Duration.ofMinutes(5));

	}

	/** The server with a socket, started when it is first needed. */
	private static final class Sockets {

		static final SocketServer SERVER = SocketServer.start();

	}

	private record SocketServer(EmbeddedRedis redis, Path path) {

		static SocketServer start() {
			try {
				Path path = Files.createTempDirectory("redis-socket-").resolve("redis.sock");
				return new SocketServer(EmbeddedRedis.start("--unixsocket", path.toString()), path);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
