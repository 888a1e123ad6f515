package io.github.lockstarter.store.redis.connection;

import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.protocol.RedisProtocolException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;

/**
 * Explains why there is no connection, and names the property to correct. A failure that
 * needs a correction is final for a client that never had a connection. Later it may
 * pass: passwords are changed here first and then there, and whatever answers for a
 * moment in place of Redis goes away again.
 */
public final class ConnectionFailures {

	/** Advice if nothing was reached. */
	static final String NOT_REACHED = "; check that Redis runs there, and 'spring.data.redis'";

	/** Advice if something was reached that may not use the same protocol. */
	static final String UNANSWERED = "; check that Redis runs where 'spring.data.redis' says, and that"
			+ " 'spring.data.redis.ssl.enabled' matches it";

	/** The address of a host as the client writes it, resolved or not. */
	private static final Pattern ADDRESS = Pattern
		.compile("([\\w.:-]*[\\w.-])/(?:<unresolved>|\\[?[\\d.]+\\]?|\\[?[0-9a-f:]+\\]?):(\\d+)");

	/** For a Cluster, the client writes these as two characters. */
	private static final Pattern BREAKS = Pattern.compile("(?:\\s|\\\\[nt])+");

	private static final Pattern WITHIN_URI = Pattern.compile("rediss?://(?:[^@\\s]*@)?([\\w.-]+:\\d+)");

	private final List<Throwable> causes = new ArrayList<>();

	private final String server;

	private final boolean sentinel;

	private ConnectionFailures(RedisConnectionException failure, boolean sentinel) {
		collect(failure);
		this.sentinel = sentinel;
		this.server = this.causes.stream()
			.flatMap((cause) -> address(String.valueOf(cause.getMessage())))
			.findFirst()
			.map((address) -> name() + " at " + address)
			.orElse(name());
	}

	/** In a Cluster, each of its nodes has a failure. */
	private void collect(Throwable failure) {
		this.causes.add(failure);
		if (failure.getCause() != null) {
			collect(failure.getCause());
		}
		for (Throwable suppressed : failure.getSuppressed()) {
			collect(suppressed);
		}
	}

	private static Stream<String> address(String message) {
		String tidy = tidy(message);
		List<String> written = WITHIN_URI.matcher(tidy).results().map((result) -> result.group(1)).toList();
		Matcher named = Pattern.compile("[Uu]nable to connect to \\[?([^\\s\\]]+)").matcher(tidy);
		return (written.isEmpty() && named.find()) ? Stream.of(named.group(1).replaceFirst(":$", ""))
				: written.stream();
	}

	/**
	 * Explain why a connection was not established.
	 * @param first whether the client never had one
	 */
	public static RuntimeException translate(RuntimeException failure, boolean first) {
		if (failure instanceof RedisConnectionException unconnected) {
			return translate(unconnected, first);
		}
		return (failure instanceof StoreException known && !first) ? passing(known) : failure;
	}

	/**
	 * Explain why a command was not sent, by a client that has connected before.
	 */
	static StoreException translate(RedisConnectionException failure) {
		return translate(failure, false);
	}

	private static StoreException translate(RedisConnectionException failure, boolean first) {
		StoreException translated = new ConnectionFailures(failure, false).translated(failure);
		return first ? translated : passing(translated);
	}

	private static StoreException passing(StoreException cause) {
		return cause.isPassing() ? cause
				: new StoreException(String.valueOf(cause.getMessage()), true, cause.getKind(), cause);
	}

	/**
	 * Explain why there is no connection to a sentinel.
	 */
	public static StoreException translateOfSentinel(RedisConnectionException failure) {
		return new ConnectionFailures(failure, true).translated(failure);
	}

	private String name() {
		return this.sentinel ? "the sentinel" : "Redis";
	}

	private StoreException translated(RedisConnectionException failure) {
		StoreException refused = find(RedisCommandExecutionException.class).map(this::refusal)
			.filter((refusal) -> !refusal.isPassing())
			.findFirst()
			.orElse(null);
		if (refused != null) {
			return refused;
		}
		RedisProtocolException strange = find(RedisProtocolException.class).findFirst().orElse(null);
		if (strange != null) {
			return corrected(" answers in another protocol, as a server with TLS does; correct"
					+ " 'spring.data.redis.ssl.enabled' or 'spring.data.redis.port'", Kind.CONNECTION, strange);
		}
		SSLException tls = find(SSLException.class).findFirst().orElse(null);
		if (tls != null && !isUnanswered()) {
			return tls(tls);
		}
		String message = tidy(String.valueOf(failure.getMessage()));
		if (find(UnknownHostException.class).findAny().isPresent()) {
			return new StoreException(message + ": the host is unknown; check 'spring.data.redis.host'", true,
					Kind.CONNECTION, failure);
		}
		return new StoreException(message + because(failure) + (isUnanswered() ? UNANSWERED : NOT_REACHED), true,
				Kind.CONNECTION, failure);
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

	private StoreException refusal(RedisCommandExecutionException refusal) {
		String message = String.valueOf(refusal.getMessage());
		String properties = isOfSentinel() ? "'spring.data.redis.sentinel." : "'spring.data.redis.";
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
		if (message.startsWith("NOPERM")) {
			return corrected(" forbids a command that connecting needs (" + message + "); allow it to the Redis user",
					Kind.PERMISSION, refusal);
		}
		return new StoreException(message, true, Kind.NOT_READY, refusal);
	}

	private boolean isOfSentinel() {
		return this.sentinel
				|| this.causes.stream().anyMatch((cause) -> String.valueOf(cause.getMessage()).contains("Sentinel"));
	}

	private StoreException tls(SSLException failure) {
		if (find(NotSslRecordException.class).findAny().isPresent()) {
			return corrected(" does not use TLS; set 'spring.data.redis.ssl.enabled' to false, or correct"
					+ " 'spring.data.redis.port'", Kind.CONNECTION, failure);
		}
		Throwable root = root(failure);
		return corrected(" is not trusted, or does not trust this application (" + root.getMessage()
				+ "); correct 'spring.data.redis.ssl.bundle'", Kind.CONNECTION, failure);
	}

	private StoreException corrected(String text, Kind kind, Throwable cause) {
		return new StoreException(this.server + text, false, kind, cause);
	}

	private <T extends Throwable> Stream<T> find(Class<T> type) {
		return this.causes.stream().filter(type::isInstance).map(type::cast);
	}

	private static String because(Throwable failure) {
		Throwable root = root(failure);
		return (root == failure || root.getMessage() == null) ? "" : ": " + tidy(root.getMessage());
	}

	private static Throwable root(Throwable failure) {
		Throwable root = failure;
		while (root.getCause() != null) {
			root = root.getCause();
		}
		return root;
	}

	/**
	 * Write addresses in their usual form, and the message on one line.
	 */
	static String tidy(String message) {
		String line = BREAKS.matcher(message).replaceAll(" ").replace(" Details: ", ": ").strip();
		return ADDRESS.matcher(line).replaceAll("$1:$2");
	}

}
