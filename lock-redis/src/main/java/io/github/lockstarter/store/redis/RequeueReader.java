package io.github.lockstarter.store.redis;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.redis.command.Answers;
import io.github.lockstarter.store.redis.grant.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answer to a release with the next acquisition.
 *
 * @param finished the acquisition that ends
 * @param forgotten whether the store no longer knows it then
 * @param hoped the way in which a waiter expects to be notified
 */
record RequeueReader(RedisLockSession session, Long sequence, String record, long finished, boolean forgotten,
		AcquireRequest next, @Nullable Subscription hoped) implements CountedReader<Requeued> {

	@Override
	public Requeued answer(CharSequence result) {
		this.session.channels().confirm(this.hoped, Answers.isHeard(result));
		Requeued answers = Answers.requeued(this.record, result);
		if (this.forgotten) {
			this.session.unanswered().checkReleased(this.sequence, answers.released());
		}
		this.session.held().released(this.next.key(), this.finished, answers.released());
		this.session.held().answered(this.next.key(), this.sequence, answers.next());
		return answers;
	}

}
