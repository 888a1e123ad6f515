package io.github.lockstarter.store.redis.connection;

import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.protocol.RedisProtocolException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Explains why there is no connection to an address, and names the property to correct. A
 * failure that needs a correction is final for a client that never had a connection.
 * Later it may pass: passwords are changed here first and then there, and whatever
 * answers for a moment in place of Redis goes away again.
 */
public final class ConnectionFailures {

	/** Advice if nothing was reached. */
	private static final String NOT_REACHED = "; check that Redis runs there, and 'spring.data.redis'";

	/** Advice if something was reached that may not use the same protocol. */
	static final String UNANSWERED = "; check that Redis runs where 'spring.data.redis' says, and that"
			+ " 'spring.data.redis.ssl.enabled' matches it";

	/** The address of a host as the client writes it, resolved or not. */
	private static final Pattern ADDRESS = Pattern
		.compile("([\\w.:-]*[\\w.-])/(?:<unresolved>|\\[?[\\d.]+\\]?|\\[?[0-9a-f:]+\\]?):(\\d+)");

	private static final Pattern BREAKS = Pattern.compile("\\s+");

	private final String address;

	/** The property that has the address, if not those of a single server. */
	private final @Nullable String nodes;

	private final boolean sentinel;

	private final Throwable failure;

	/** The failure, its cause, and so on. */
	private final List<Throwable> causes;

	private ConnectionFailures(ServerClient client, RedisURI address, boolean sentinel, Throwable failure) {
		this.address = ServerClient.hostAndPort(address);
		this.nodes = client.isCluster() ? "'spring.data.redis.cluster.nodes'"
				: (client.hasSentinels() ? "'spring.data.redis.sentinel.nodes'" : null);
		this.sentinel = sentinel;
		this.failure = failure;
		this.causes = Stream.iterate(failure, Objects::nonNull, Throwable::getCause).toList();
	}

	/**
	 * Explain why the server at an address can't be used.
	 */
	public static StoreException explain(ServerClient client, RedisURI address, Throwable failure) {
		return explain(client, address, false, failure);
	}

	/**
	 * Explain why the sentinel at an address can't be used.
	 */
	public static StoreException explainOfSentinel(ServerClient client, RedisURI address, Throwable failure) {
		return explain(client, address, true, failure);
	}

	private static StoreException explain(ServerClient client, RedisURI address, boolean sentinel, Throwable failure) {
		Throwable cause = RedisErrors.unwrap(failure);
		return (cause instanceof StoreException explained) ? explained
				: new ConnectionFailures(client, address, sentinel, cause).explained();
	}

	/**
	 * The same failure for a client that has connected before: it may pass.
	 */
	static Throwable passing(Throwable failure) {
		return (failure instanceof StoreException known && !known.isPassing())
				? new StoreException(String.valueOf(known.getMessage()), true, known.getKind(), known) : failure;
	}

	private StoreException explained() {
		StoreException refused = find(RedisCommandExecutionException.class).findFirst().map(this::refusal).orElse(null);
		if (refused != null) {
			return refused;
		}
		RedisProtocolException strange = find(RedisProtocolException.class).findFirst().orElse(null);
		if (strange != null) {
			return corrected(" answers in another protocol, as a server with TLS does; correct"
					+ " 'spring.data.redis.ssl.enabled' or " + property("port"), Kind.CONNECTION, strange);
		}
		SSLException tls = find(SSLException.class).findFirst().orElse(null);
		if (tls != null && !isUnanswered()) {
			return tls(tls);
		}
		if (find(UnknownHostException.class).findAny().isPresent()) {
			return unconnected(": the host is unknown; check " + property("host"));
		}
		String because = root().getMessage();
		return unconnected(
				((because != null) ? ": " + tidy(because) : "") + (isUnanswered() ? UNANSWERED : NOT_REACHED));
	}

	private String property(String ofSingle) {
		return (this.nodes != null) ? this.nodes : "'spring.data.redis." + ofSingle + "'";
	}

	private StoreException unconnected(String because) {
		return new StoreException("Unable to connect to " + this.address + because, true, Kind.CONNECTION,
				this.failure);
	}

	/**
	 * Whether it was the handshake that was not answered, or was cut off.
	 */
	private boolean isUnanswered() {
		return Stream
			.of(RedisCommandTimeoutException.class, SslHandshakeTimeoutException.class, ClosedChannelException.class)
			.anyMatch((type) -> find(type).findAny().isPresent())
				|| this.causes.stream().anyMatch(ConnectionFailures::isCutOff);
	}

	private static boolean isCutOff(Throwable cause) {
		String message = String.valueOf(cause.getMessage());
		return message.contains("Connection reset") || message.contains("onnection closed");
	}

	private @Nullable StoreException refusal(RedisCommandExecutionException refusal) {
		String message = String.valueOf(refusal.getMessage());
		String properties = this.sentinel ? "'spring.data.redis.sentinel." : "'spring.data.redis.";
		if (message.startsWith("NOAUTH")) {
			return corrected(" requires a password; set " + properties + "password'", Kind.PERMISSION, refusal);
		}
		if (message.startsWith("WRONGPASS") || message.contains("invalid password")) {
			return corrected(" refused the login (WRONGPASS); correct " + properties + "username' and " + properties
					+ "password'", Kind.PERMISSION, refusal);
		}
		if (message.contains("without any password configured") || message.contains("no password is set")) {
			return corrected(" has no password; remove " + properties + "password'", Kind.PERMISSION, refusal);
		}
		if (message.contains("DB index") || message.contains("SELECT is not allowed")) {
			return corrected(" has no database with the configured number; correct" + " 'spring.data.redis.database'",
					Kind.OTHER, refusal);
		}
		if (message.contains("cluster support disabled")) {
			return corrected(" is not in Cluster mode; remove or correct 'spring.data.redis.cluster.nodes'", Kind.OTHER,
					refusal);
		}
		if (this.sentinel && RedisErrors.isUnknownCommand(refusal)) {
			return new StoreException(this.address + " is not a sentinel; correct 'spring.data.redis.sentinel.nodes'",
					false, Kind.OTHER, refusal);
		}
		if (message.startsWith("NOPERM")) {
			return corrected(" forbids a command that connecting needs (" + message + "); allow it to the Redis user",
					Kind.PERMISSION, refusal);
		}
		return null;
	}

	private StoreException tls(SSLException failure) {
		if (find(NotSslRecordException.class).findAny().isPresent()) {
			return corrected(
					" does not use TLS; set 'spring.data.redis.ssl.enabled' to false, or correct " + property("port"),
					Kind.CONNECTION, failure);
		}
		return corrected(" is not trusted, or does not trust this application (" + root().getMessage()
				+ "); correct 'spring.data.redis.ssl.bundle'", Kind.CONNECTION, failure);
	}

	private StoreException corrected(String text, Kind kind, Throwable cause) {
		return new StoreException((this.sentinel ? "the sentinel at " : "Redis at ") + this.address + text, false, kind,
				cause);
	}

	private <T extends Throwable> Stream<T> find(Class<T> type) {
		return this.causes.stream().filter(type::isInstance).map(type::cast);
	}

	private Throwable root() {
		return this.causes.get(this.causes.size() - 1);
	}

	/**
	 * Write addresses in their usual form, and the message on one line.
	 */
	static String tidy(String message) {
		return ADDRESS.matcher(BREAKS.matcher(message).replaceAll(" ").strip()).replaceAll("$1:$2");
	}

}
