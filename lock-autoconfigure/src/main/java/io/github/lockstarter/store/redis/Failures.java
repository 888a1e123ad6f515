package io.github.lockstarter.store.redis;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * Says in words what Redis means, and whether trying again may help.
 */
final class Failures {

	private Failures() {
	}

	static <T> CompletionStage<T> translated(CompletionStage<T> stage, String key) {
		return stage.exceptionally((failure) -> {
			throw translate(failure, key);
		});
	}

	static StoreException translate(Throwable failure, String key) {
		Throwable cause = unwrap(failure);
		if (cause instanceof StoreException translated) {
			return translated;
		}
		if (cause instanceof CancellationException) {
			return new StoreException("the connection to Redis was lost, or Redis did not answer", true,
					Kind.CONNECTION, cause);
		}
		String message = (cause.getMessage() != null) ? cause.getMessage() : cause.getClass().getSimpleName();
		if (cause instanceof RedisConnectionException) {
			return new StoreException(
					message + because(cause) + "; check that Redis runs there, and 'spring.data.redis'", true,
					Kind.CONNECTION, cause);
		}
		if (cause instanceof RedisCommandExecutionException) {
			return refusal(message, key, cause);
		}
		return new StoreException(message, true, cause);
	}

	/**
	 * Whether Lettuce no longer waits for an answer, as the application has told it to.
	 */
	static boolean isTimeout(@Nullable Throwable failure) {
		return failure != null && unwrap(failure) instanceof RedisCommandTimeoutException;
	}

	/**
	 * Whether it was Redis that refused.
	 */
	static boolean isAnswer(Throwable failure) {
		return unwrap(failure) instanceof RedisCommandExecutionException;
	}

	static Throwable unwrap(Throwable failure) {
		Throwable cause = failure;
		while (cause instanceof CompletionException && cause.getCause() != null) {
			cause = cause.getCause();
		}
		return cause;
	}

	static boolean isUnknownCommand(Throwable failure) {
		return failure instanceof RedisCommandExecutionException && failure.getMessage() != null
				&& failure.getMessage().contains("unknown command");
	}

	private static String because(Throwable failure) {
		Throwable root = failure;
		while (root.getCause() != null) {
			root = root.getCause();
		}
		return (root == failure || root.getMessage() == null) ? "" : ": " + root.getMessage();
	}

	private static StoreException refusal(String message, String key, Throwable cause) {
		if (message.contains("WRONGTYPE")) {
			return new StoreException(
					"the key '" + key
							+ "' holds something else than a lock; choose another 'distributed-lock.key-prefix'",
					false, cause);
		}
		if (message.contains("NOPERM")) {
			return new StoreException("the Redis user may not do what locks need (" + message
					+ "); allow it +@scripting +@hash +@pubsub +time +exists +pexpire +info on the keys and channels of"
					+ " 'distributed-lock.key-prefix', and +scan to list locks", false, Kind.PERMISSION, cause);
		}
		if (message.contains("syntax error")) {
			return new StoreException("this Redis can't list locks; it takes Redis 6 or later", false, cause);
		}
		if (message.startsWith("READONLY") || message.contains("-READONLY")) {
			return new StoreException("this Redis is a read-only replica; let 'spring.data.redis' name the primary",
					true, Kind.NOT_READY, cause);
		}
		if (message.contains("OOM command not allowed") || message.startsWith("OOM")) {
			return new StoreException(message, true, Kind.MEMORY, cause);
		}
		boolean notReady = message
			.matches("(?s)(MOVED|LOADING|BUSY|CLUSTERDOWN|TRYAGAIN|MASTERDOWN|MISCONF|NOREPLICAS).*");
		return new StoreException(message, notReady, notReady ? Kind.NOT_READY : Kind.OTHER, cause);
	}

}
