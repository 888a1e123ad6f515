package io.github.lockstarter.store.redis;

import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns at start-up of what would otherwise show only in the health, or at the first
 * lock.
 *
 * @param server the server, within a sentence
 * @param refusal what its refusal means, as a sentence without an end
 * @param pronoun the server once more
 * @param advice changes messages that advise where the server is configured
 */
record StartUpWarnings(String server, String refusal, String pronoun, UnaryOperator<String> advice) {

	private static final Logger logger = LoggerFactory.getLogger(StartUpWarnings.class);

	/** Of a server that has all locks. */
	static final StartUpWarnings OF_THE_ONLY_SERVER = new StartUpWarnings("Redis", "Locks are unavailable", "Redis",
			UnaryOperator.identity());

	/** Of one of several servers. */
	static StartUpWarnings of(String name, UnaryOperator<String> advice) {
		String server = "the lock server " + name;
		return new StartUpWarnings(server, subject(server) + " has no vote", "it", advice);
	}

	/** The server, as the beginning of a sentence. */
	private static String subject(String server) {
		return Character.toUpperCase(server.charAt(0)) + server.substring(1);
	}

	/**
	 * Warn of a Redis that may lose locks.
	 */
	void ofDangers(Connections connections, int replicas) {
		ServerReports.problem(connections, replicas)
			.thenAccept((problem) -> problem
				.ifPresent((text) -> warn(subject(this.server) + " is not safe for locks: ", text)));
	}

	/**
	 * Warn of a user who lacks the rights to scripts or keys.
	 * @param probe a request like those for locks
	 */
	void ofRefusal(CompletionStage<?> probe) {
		probe.whenComplete((answer, failure) -> {
			if (failure != null && RedisErrors.isRefusal(failure)) {
				ofFailure(RedisErrors.translate(failure, ""));
			}
		});
	}

	/** Warn of a server that can't be connected to. */
	void ofFailure(StoreException cause) {
		warn(this.refusal + (cause.isPassing() ? " until " + this.pronoun + " answers: " : ": "),
				String.valueOf(cause.getMessage()));
	}

	private void warn(String warning, String reason) {
		BackgroundLog.warn(logger, warning + this.advice.apply(reason));
	}

}
