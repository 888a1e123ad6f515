package io.github.lockstarter.store.redis;

import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.redis.command.Answers;

/**
 * Reads the answer to a release that may be forgotten.
 *
 * @param kept whether the lock is kept from others for a while
 */
record ReleaseReader(RedisLockSession session, Long sequence, String record, String key,
		boolean kept) implements CountedReader<StoreAnswer> {

	@Override
	public StoreAnswer answer(CharSequence result) {
		StoreAnswer answer = Answers.answer(this.record, result);
		this.session.unanswered().checkReleased(this.sequence, answer);
		return this.session.released(this.key, this.sequence, this.kept, answer);
	}

}
