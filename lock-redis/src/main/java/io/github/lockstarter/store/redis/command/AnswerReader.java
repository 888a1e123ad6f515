package io.github.lockstarter.store.redis.command;

/**
 * Converts the result of a script into an answer.
 *
 * @param <R> what the script returns
 * @param <T> the answer
 */
@FunctionalInterface
public interface AnswerReader<R, T> {

	/**
	 * Read what was returned.
	 */
	T read(R result);

	/**
	 * Note that there is no answer, as the call has failed.
	 */
	default void failed() {
	}

}
