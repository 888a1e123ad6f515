package io.github.lockstarter.store.redis;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.redis.command.Answers;
import io.github.lockstarter.store.redis.grant.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answer to an acquisition.
 *
 * @param hoped the way in which a waiter expects to be notified
 */
record AcquireReader(RedisLockSession session, Long sequence, String record, AcquireRequest request,
		@Nullable Subscription hoped) implements CountedReader<StoreAnswer> {

	@Override
	public StoreAnswer answer(CharSequence result) {
		this.session.channels().confirm(this.hoped, Answers.isHeard(result));
		return this.session.held()
			.answered(this.request.key(), this.sequence, Answers.acquired(this.record, this.request, result));
	}

}
