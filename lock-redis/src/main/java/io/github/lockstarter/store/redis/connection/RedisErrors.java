package io.github.lockstarter.store.redis.connection;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;

/**
 * Explains failures of Redis, and decides whether a retry may help: not if a failure is
 * known to be final, as a missing right. All others may pass.
 */
public final class RedisErrors {

	private static final Pattern CODE = Pattern.compile("(?:^|[\\s:]-|@user_script:\\s?\\d+:\\s)([A-Z]+)\\b");

	/**
	 * The answer while a slot moves, and afterwards: its number, host and port. A
	 * question mark stands for a host that is not known by the name that it should have.
	 */
	private static final Pattern REDIRECTION = Pattern.compile("(?:ASK|MOVED) \\d+ ([^\\s?]*):(\\d{1,5})");

	/** Within a script, each version has another message. */
	private static final Pattern FORBIDDEN = Pattern
		.compile("NOPERM|ACL failure in script|The user executing the script can't");

	/** Also for a command that was renamed or switched off. */
	private static final Pattern MISSING = Pattern.compile("[Uu]nknown (?:\\w+ )?command|unsupported command");

	/**
	 * The messages of a server that is too old for scripts that ask for the time and
	 * write.
	 */
	private static final Pattern OLD = Pattern
		.compile("Wrong number of args calling Redis command|not allowed after non deterministic commands");

	/** The client's message for commands on a connection that it has closed. */
	private static final Pattern CLOSED = Pattern.compile("Connection (?:is )?closed");

	/** The commands that locks use; the last two only in a Cluster, from version 7 on. */
	static final String COMMANDS = "EVAL, EVALSHA, TIME, GET, SET, SETRANGE, DEL, PEXPIRE,"
			+ " INFO, PUBSUB, PUBLISH, SUBSCRIBE, SPUBLISH and SSUBSCRIBE";

	private static final String INCOMPLETE = "; no node serves this slot, or the Redis Cluster takes itself for"
			+ " down: see 'redis-cli cluster info'";

	private RedisErrors() {
	}

	/**
	 * A stage whose failure is {@linkplain #translate translated}.
	 */
	public static <T> CompletionStage<T> translated(CompletionStage<T> stage, String key) {
		return stage.exceptionally((failure) -> {
			throw translate(failure, key);
		});
	}

	/**
	 * Explain a failure.
	 * @param failure as it comes from Lettuce
	 * @param key the key to name, in case the server refused it
	 */
	public static StoreException translate(Throwable failure, String key) {
		Throwable cause = unwrap(failure);
		if (cause instanceof StoreException translated) {
			return translated;
		}
		if (cause instanceof CancellationException) {
			return new StoreException("the connection to Redis was lost, or Redis did not answer", true,
					Kind.CONNECTION, cause);
		}
		String message = (cause.getMessage() != null) ? ConnectionFailures.tidy(cause.getMessage())
				: cause.getClass().getSimpleName();
		if (cause instanceof RedisCommandExecutionException) {
			return refusal(message, key, cause);
		}
		if (cause instanceof IOException || cause instanceof RedisConnectionException
				|| CLOSED.matcher(message).find()) {
			return new StoreException("the connection to Redis was lost (" + message + ")", true, Kind.CONNECTION,
					cause);
		}
		return new StoreException(message, true, cause);
	}

	/**
	 * Explain the failure of a command that was sent to a server as if it was the only
	 * one.
	 */
	public static Throwable ofOnlyServer(Throwable failure) {
		String answer = answer(failure);
		return code(answer).equals("MOVED") ? new StoreException(
				"this Redis is one node of a Redis Cluster, and another has the lock (" + answer
						+ "); set 'spring.data.redis.cluster.nodes' in place of 'spring.data.redis.host'",
				false, Kind.NOT_READY, failure) : failure;
	}

	/**
	 * Whether it was Redis that refused.
	 */
	public static boolean isAnswer(Throwable failure) {
		return unwrap(failure) instanceof RedisCommandExecutionException;
	}

	/**
	 * Whether Redis, or what is in front of it, refused a command for what it is, and not
	 * for the state of the server: others may be served.
	 */
	public static boolean isRefusal(Throwable failure) {
		StoreException cause = translate(failure, "");
		boolean ofCommand = cause.getKind() == Kind.PERMISSION || cause.getKind() == Kind.OTHER;
		return ofCommand && cause.getCause() != null && isAnswer(cause.getCause());
	}

	/**
	 * The failure itself, without the wrappers of stages.
	 */
	public static Throwable unwrap(Throwable failure) {
		Throwable cause = failure;
		while (cause instanceof CompletionException && cause.getCause() != null) {
			cause = cause.getCause();
		}
		return cause;
	}

	/**
	 * Whether the server does not have the command.
	 */
	public static boolean isUnknownCommand(Throwable failure) {
		return failure instanceof RedisCommandExecutionException && failure.getMessage() != null
				&& failure.getMessage().contains("unknown command");
	}

	/**
	 * Whether a replica refused to write, or to do anything while it misses its primary.
	 */
	public static boolean isOfReplica(Throwable failure) {
		String code = code(answer(failure));
		return code.equals("READONLY") || code.equals("MASTERDOWN");
	}

	/**
	 * Whether a node of a Cluster sends commands to another one that it does not name, or
	 * takes the Cluster for down: it may be cut off from the others.
	 */
	public static boolean isOfWrongNode(Throwable failure) {
		String code = code(answer(failure));
		return code.equals("CLUSTERDOWN") || code.equals("MOVED");
	}

	/**
	 * Whether a server wants all keys of a script in one slot, though it looks like a
	 * single one.
	 */
	public static boolean isOfSeveralSlots(Throwable failure) {
		Throwable cause = unwrap(failure);
		return answer((cause instanceof StoreException && cause.getCause() != null) ? cause.getCause() : cause)
			.contains("same slot");
	}

	/**
	 * The address of the node to which a key has moved, or may already have moved, if a
	 * node of a Cluster refused the command for that.
	 * @param node the one that refused; it leaves out the name of a host that is its own
	 */
	public static @Nullable RedisURI redirectedTo(Throwable failure, RedisURI node) {
		Matcher matcher = REDIRECTION.matcher(answer(failure));
		if (!matcher.matches()) {
			return null;
		}
		String host = matcher.group(1).isEmpty() ? node.getHost() : matcher.group(1);
		return RedisURI.create(host, Integer.parseInt(matcher.group(2)));
	}

	/**
	 * Whether the slot of the key is still moving, so that the other node answers only
	 * who says {@code ASKING}.
	 */
	public static boolean isMoving(Throwable failure) {
		return answer(failure).startsWith("ASK ");
	}

	/** Answer of Redis when it refused; nothing if it was not Redis. */
	private static String answer(Throwable failure) {
		Throwable cause = unwrap(failure);
		return (isAnswer(cause) && cause.getMessage() != null) ? cause.getMessage() : "";
	}

	/**
	 * The kind of error: the first word of the message, or within a script of Redis 6 and
	 * older, which adds words before it, the last one, perhaps with a hyphen.
	 */
	private static String code(String message) {
		Matcher matcher = CODE.matcher(message);
		String code = "";
		while (matcher.find()) {
			code = matcher.group(1);
		}
		return code;
	}

	/**
	 * The exception for a key that holds something else.
	 */
	public static StoreException foreign(String key, @Nullable Throwable cause) {
		return new StoreException(
				"the key '" + key + "' holds something other than a lock; choose another 'distributed-lock.key-prefix'",
				false, cause);
	}

	private static StoreException refusal(String message, String key, Throwable cause) {
		if (FORBIDDEN.matcher(message).find()) {
			return new StoreException("the Redis user lacks permissions that locks need (" + message
					+ "); allow it +eval +evalsha +time +get +set +setrange +del +pexpire +info +publish +subscribe +unsubscribe"
					+ " +pubsub on the keys and channels of"
					+ " 'distributed-lock.key-prefix', and +scan to list locks", false, Kind.PERMISSION, cause);
		}
		if (MISSING.matcher(message).find()) {
			return new StoreException("this Redis lacks a command that locks need, or has it under another name ("
					+ message + "); it has to offer " + COMMANDS, false, Kind.PERMISSION, cause);
		}
		if (OLD.matcher(message).find()) {
			return new StoreException("this Redis is too old for locks, which need Redis 6 or later", false, cause);
		}
		if (message.contains("syntax error")) {
			return new StoreException("listing locks requires Redis 6 or later", false, cause);
		}
		return switch (code(message)) {
			case "WRONGTYPE" -> foreign(key, cause);
			case "NOAUTH" -> new StoreException("Redis requires a password; set 'spring.data.redis.password'", true,
					Kind.PERMISSION, cause);
			case "READONLY" -> new StoreException(
					"this Redis is a " + (message.contains("vote") ? "replica, which has no vote" : "read-only replica")
							+ "; let 'spring.data.redis' name the primary",
					true, Kind.NOT_READY, cause);
			case "OOM" -> new StoreException(message, true, Kind.MEMORY, cause);
			case "CLUSTERDOWN" -> new StoreException(message + INCOMPLETE, true, Kind.NOT_READY, cause);
			case "MOVED", "ASK", "LOADING", "BUSY", "TRYAGAIN", "MASTERDOWN", "MISCONF", "NOREPLICAS" ->
				new StoreException(message, true, Kind.NOT_READY, cause);
			default -> new StoreException(message, true, cause);
		};
	}

}
