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
		public RedisTarget target() {
			EmbeddedRedis server = EmbeddedRedis.shared();
			setUser(server, DocumentedRights.ofUser());
			return RedisTarget.at(asUser(server));
		}

	},

	/**
	 * To a Cluster, as a user who has the rights that the documentation asks for there.
	 */
	CLUSTER {

		@Override
		public RedisTarget target() {
			return RedisAccess.to(EmbeddedRedisCluster.shared());
		}

	},

	/**
	 * By the protocol of Redis 5.
	 */
	RESP2 {

		@Override
		public RedisTarget target() {
			return EmbeddedRedis.shared()
				.target()
				.with(ClientOptions.builder().protocolVersion(ProtocolVersion.RESP2).build());
		}

	},

	/**
	 * By TLS, with a certificate that the client knows.
	 */
	TLS {

		@Override
		public RedisTarget target() {
			TlsRelay relay = TlsRelay.shared();
			RedisURI uri = RedisURI.builder()
				.withHost("localhost")
				.withPort(relay.port())
				.withSsl(true)
				.withVerifyPeer(SslVerifyMode.FULL)
				.withTimeout(Duration.ofSeconds(5))
				.build();
			SslOptions trust = relay.certificates().trust();
			return RedisTarget.at(uri).with(ClientOptions.builder().sslOptions(trust).build());
		}

	},

	/**
	 * To the primary that sentinels name, by TLS and as the user of {@link #ACL_USER}.
	 */
	SENTINEL {

		@Override
		public RedisTarget target() {
			return Sentinels.SECURED.target();
		}

	},

	/**
	 * By a Unix socket, which takes Netty's native transport.
	 */
	UNIX_SOCKET {

		@Override
		public RedisTarget target() {
			return RedisTarget.at(RedisURI.Builder.socket(Sockets.SERVER.path().toString())
				.withTimeout(Duration.ofSeconds(5))
				.build());
		}

	};

	/**
	 * Create a client, to be shut down by the caller.
	 * @return the client
	 */
	public AbstractRedisClient newClient() {
		return target().newClient();
	}

	/**
	 * What a client needs to reach it.
	 * @return the target
	 */
	public abstract RedisTarget target();

	/**
	 * What a client of a Cluster needs as a user who has the documented rights. All nodes
	 * get to know the user.
	 * @param cluster the cluster
	 * @return the target
	 */
	public static RedisTarget to(EmbeddedRedisCluster cluster) {
		cluster.nodes().forEach((node) -> setUser(node, DocumentedRights.ofClusterUser()));
		return RedisTarget.ofCluster(cluster.nodes().stream().map(RedisAccess::asUser).toList());
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
