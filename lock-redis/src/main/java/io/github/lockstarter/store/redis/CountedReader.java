package io.github.lockstarter.store.redis;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.redis.command.AnswerReader;
import io.github.lockstarter.store.redis.command.ReplyParser;
import io.github.lockstarter.store.redis.grant.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answer to a request of an acquisition, which counts as in doubt until then. A
 * single object for each request, since every lock needs two.
 *
 * @param <T> the answer
 */
interface CountedReader<T> extends AnswerReader<String, T> {

	RedisLockSession session();

	/** The acquisition with which the request is counted, boxed once. */
	Long sequence();

	T answer(String result);

	@Override
	default T read(String result) {
		T answer = answer(result);
		session().inDoubt().answered(sequence());
		return answer;
	}

	@Override
	default void failed() {
		session().inDoubt().failed(sequence());
	}

	/**
	 * Reads the answer to an acquisition.
	 *
	 * @param hoped the way in which a waiter expects to be notified
	 */
	record OfAcquisition(RedisLockSession session, Long sequence, String record, AcquireRequest request,
			@Nullable Subscription hoped) implements CountedReader<StoreAnswer> {

		@Override
		public StoreAnswer answer(String result) {
			if (this.hoped != null) {
				this.session.channels().confirm(this.hoped, ReplyParser.isHeard(result));
			}
			return this.session.noted(this.request.key(), this.sequence,
					ReplyParser.acquired(this.record, this.request, result));
		}

	}

	/**
	 * Reads the answer to a release that may be forgotten.
	 *
	 * @param kept whether the lock is kept from others for a while
	 */
	record OfRelease(RedisLockSession session, Long sequence, String record, String key,
			boolean kept) implements CountedReader<StoreAnswer> {

		@Override
		public StoreAnswer answer(String result) {
			StoreAnswer answer = ReplyParser.answer(this.record, result);
			this.session.inDoubt().checkReleased(this.sequence, answer);
			return this.session.released(this.key, this.sequence, this.kept, answer);
		}

	}

	/**
	 * Reads the answer to a release with the next acquisition.
	 *
	 * @param finished the acquisition that ends
	 * @param forgotten whether the store no longer knows it then
	 * @param hoped the way in which a waiter expects to be notified
	 */
	record OfRequeue(RedisLockSession session, Long sequence, String record, long finished, boolean forgotten,
			AcquireRequest next, @Nullable Subscription hoped) implements CountedReader<Requeued> {

		@Override
		public Requeued answer(String result) {
			if (this.hoped != null) {
				this.session.channels().confirm(this.hoped, ReplyParser.isHeard(result));
			}
			Requeued answers = ReplyParser.requeued(this.record, result);
			if (this.forgotten) {
				this.session.inDoubt().checkReleased(this.sequence, answers.released());
			}
			this.session.released(this.next.key(), this.finished, false, answers.released());
			this.session.noted(this.next.key(), this.sequence, answers.next());
			return answers;
		}

	}

}
