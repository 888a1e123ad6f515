package io.github.lockstarter.store.redis.command;

/**
 * Makes an answer of what a script returns.
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
	 * There is no answer, as the call has failed.
	 */
	default void failed() {
	}

}
