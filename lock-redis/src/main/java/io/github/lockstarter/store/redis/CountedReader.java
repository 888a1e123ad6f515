package io.github.lockstarter.store.redis;

import io.github.lockstarter.store.redis.command.AnswerReader;

/**
 * Reads the answer to a request of an acquisition, which counts as unanswered until then.
 * A single object for each request, since every lock needs two.
 *
 * @param <T> the answer
 */
interface CountedReader<T> extends AnswerReader<CharSequence, T> {

	RedisLockSession session();

	/** The acquisition with which the request is counted, boxed once. */
	Long sequence();

	T answer(CharSequence result);

	@Override
	default T read(CharSequence result) {
		T answer = answer(result);
		session().unanswered().answered(sequence());
		return answer;
	}

	@Override
	default void failed() {
		session().unanswered().failed(sequence());
	}

}
