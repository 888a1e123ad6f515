package io.github.lockstarter.store.redis;

import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.connection.Failures;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Warns at start-up of what would otherwise show only in the health, or at the first
 * lock.
 */
final class StartUpWarnings {

	private static final Log logger = LogFactory.getLog(StartUpWarnings.class);

	private StartUpWarnings() {
	}

	/**
	 * Warn of a Redis that may lose locks.
	 */
	static void ofDangers(Connections connections, int replicas) {
		ServerReports.problem(connections, replicas)
			.thenAccept((problem) -> problem.ifPresent((text) -> logger.warn("Redis is not safe for locks: " + text)));
	}

	/**
	 * Warn of a user who lacks the rights to scripts or keys.
	 * @param probe a request like those for locks
	 */
	static void ofRefusal(CompletionStage<?> probe) {
		probe.whenComplete((answer, failure) -> warn(failure));
	}

	private static void warn(@Nullable Throwable failure) {
		if (failure != null) {
			StoreException cause = Failures.translate(failure, "");
			if (!cause.isPassing()) {
				logger.warn("Locks are unavailable: " + cause.getMessage());
			}
		}
	}

}
