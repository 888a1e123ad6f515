package io.github.lockstarter.store.redis;

import java.time.Duration;

import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.redis.command.Answers;

/** Reads the answer to a release that may be forgotten. */
record ReleaseReader(RedisLockSession session, Long sequence, String record, String key,
		Duration keepFor) implements CountedReader<StoreAnswer> {

	@Override
	public StoreAnswer answer(CharSequence result) {
		StoreAnswer answer = Answers.answer(this.record, result);
		this.session.unanswered().checkReleased(this.sequence, answer);
		return this.session.released(this.key, this.sequence, this.keepFor, answer);
	}

}
