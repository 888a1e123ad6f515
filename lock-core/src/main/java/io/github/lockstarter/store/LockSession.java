package io.github.lockstarter.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * One participant's view of a {@link LockStore}.
 *
 * <p>
 * An acquisition is identified by the session's instance and a sequence number, 1 or
 * more, that grows with each acquisition. Every operation may be repeated, delayed or
 * replayed: none is carried out twice, and none is carried out once its acquisition has
 * finished. Per lock, a session has one unfinished acquisition that waits at most, or one
 * that holds it alone, besides one that is being released and any number that share it.
 *
 * <p>
 * No operation blocks, and none throws anything but an {@link Error}, such as a stack
 * overflow: a stage completes exceptionally with {@link StoreException} when the store
 * failed or has not answered for some seconds. The outcome is then unknown. Only the
 * store's clock decides about deadlines. Thread-safe.
 */
public interface LockSession extends AutoCloseable {

	/**
	 * Take the lock if it is free and no reachable waiter has queued for it before;
	 * otherwise queue for it, if asked to. Repeated by the holder, it restarts the lease
	 * without shortening it, and keeps the token and the reserved ones; repeated by a
	 * waiter, it keeps the place.
	 *
	 * <p>
	 * A waiter is reachable if its session {@linkplain #listen listens}, as far as the
	 * store knows, or if it queued without listening: then it asks every
	 * {@linkplain StoreTimes#RECHECK second}. A store that can't know its listeners
	 * passes no waiter over. A grant is valid only until the waiter's place would have
	 * been given up: this is its claim window, within which the waiter repeats its
	 * acquisition. Otherwise the waiter loses it, and the lock is granted to the next.
	 *
	 * <p>
	 * A share is taken if the lock is free or shared, and its permits fit. There is one
	 * queue for all requests: none passes a reachable waiter, and all waiters that are
	 * next and may share the lock are granted their shares at once. If the holder of the
	 * lock asks for a share under the same number, its hold becomes that share; the other
	 * way round, a share stays as it is. If the request only
	 * {@linkplain AcquireRequest#downgrades() downgrades}, nothing else is taken: an
	 * acquisition that does not hold the lock gets the answer how it has finished.
	 *
	 * <p>
	 * If the request {@linkplain AcquireRequest#supersedes() supersedes} the session's
	 * earlier acquisitions, one of them that has the lock alone is released by it: all
	 * its reserved tokens count as used, and the first of the queue is next. A lock that
	 * is shared, or released and only kept, is left as it is.
	 *
	 * <p>
	 * A request with a {@link Vote} raises the token if need be, names the server in its
	 * answer, and fails if the store has not been up for long enough.
	 * @param request what to take, and for how long
	 * @return a stage with {@link AcquisitionState#GRANTED}, with the lease and the token
	 * (for a share, a number without meaning); {@link AcquisitionState#QUEUED} or
	 * {@link AcquisitionState#REFUSED}, with the rest of the holder's lease; or, if that
	 * acquisition has finished, how
	 */
	CompletionStage<StoreAnswer> acquire(AcquireRequest request);

	/**
	 * Ask for many locks with few messages, each independent of the others. Meant for
	 * waiters that ask again.
	 * @param requests what to take, and for how long
	 * @return a stage for each, in their order, as of {@link #acquire(AcquireRequest)}
	 */
	default List<CompletionStage<StoreAnswer>> acquire(List<AcquireRequest> requests) {
		return requests.stream().map(this::acquire).toList();
	}

	/**
	 * Take several locks with few messages: from the first on, as long as they are free
	 * and nobody waits for them. Queues for none. The store may stop anywhere. It usually
	 * does not even examine the locks behind the first that is not granted; but a store
	 * that can't take all of them in one step may have granted some of these, and the
	 * caller has to release them.
	 * @param requests what to take, and for how long; no shares
	 * @return a stage for each, in their order, as of {@link #acquire(AcquireRequest)},
	 * or with {@link StoreAnswer#PASSED_OVER}: then it has to be acquired by itself to
	 * learn the state of that lock
	 */
	default List<CompletionStage<StoreAnswer>> acquireInOrder(List<AcquireRequest> requests) {
		List<CompletionStage<StoreAnswer>> answers = new ArrayList<>();
		for (AcquireRequest request : requests) {
			answers
				.add(answers.isEmpty() ? acquire(request) : CompletableFuture.completedStage(StoreAnswer.PASSED_OVER));
		}
		return answers;
	}

	/**
	 * Let the lease last at least {@code lease} from now; never shorten it. A lease that
	 * has ended is not revived.
	 * @param key the lock
	 * @param sequence the acquisition
	 * @param lease the new lease
	 * @return a stage with {@link AcquisitionState#GRANTED} and the rest of the lease, or
	 * how the acquisition has finished
	 */
	CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease);

	/**
	 * Renew many leases with few messages, each independent of the others.
	 * @param requests what to renew
	 * @return a stage for each, in their order, as of
	 * {@link #renew(String, long, Duration)}
	 */
	default List<CompletionStage<StoreAnswer>> renew(List<RenewRequest> requests) {
		return requests.stream().map((request) -> renew(request.key(), request.sequence(), request.lease())).toList();
	}

	/**
	 * Finish the acquisition, whatever its state: release the lock if it is held, and
	 * grant it to the next waiter that can be notified, while others keep their places;
	 * leave the queue if it waits; and if it is not known, refuse it should it arrive
	 * later.
	 *
	 * <p>
	 * A lock that is released in time can be kept from everyone for a while, whether its
	 * lease is shorter or longer. The acquisition has finished all the same, and nobody
	 * is notified when that time is over: the lock is granted to the next caller that
	 * asks, the first of the queue before all others.
	 * @param key the lock
	 * @param sequence the acquisition
	 * @param passes how many of the reserved tokens were used; the others may be granted
	 * next
	 * @param keepFor how long to keep the lock from now on, by the store's clock; zero
	 * does not keep it
	 * @return a stage with {@link AcquisitionState#RELEASED},
	 * {@link AcquisitionState#CANCELLED} (it waited), {@link AcquisitionState#LOST} (its
	 * lease had ended) or {@link AcquisitionState#UNKNOWN} (nothing is known about it);
	 * the same when repeated
	 */
	CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor);

	/**
	 * Release a lock whose acquisition is finished with: every request of it has been
	 * answered. No late request has to be refused, so the store need keep no mark of how
	 * it has finished. In all other respects, and with a store that keeps one all the
	 * same, the same as {@link #release(String, long, int, Duration)}.
	 * @param key the lock
	 * @param sequence the acquisition
	 * @param passes how many of the reserved tokens were used
	 * @param keepFor how long to keep the lock from now on
	 * @return a stage as of {@link #release(String, long, int, Duration)}; repeated, it
	 * may have {@link AcquisitionState#UNKNOWN}
	 */
	default CompletionStage<StoreAnswer> releaseWithoutMark(String key, long sequence, int passes, Duration keepFor) {
		return release(key, sequence, passes, keepFor);
	}

	/**
	 * Release many locks with few messages, each independent of the others.
	 * @param requests what to release; every request of these acquisitions has been
	 * answered
	 * @return a stage for each, in their order, as of
	 * {@link #releaseWithoutMark(String, long, int, Duration)}
	 */
	default List<CompletionStage<StoreAnswer>> releaseWithoutMark(List<ReleaseRequest> requests) {
		return requests.stream()
			.map((request) -> releaseWithoutMark(request.key(), request.sequence(), request.passes(), Duration.ZERO))
			.toList();
	}

	/**
	 * Finish an acquisition without keeping the lock.
	 * @param key the lock
	 * @param sequence the acquisition
	 * @param passes how many of the reserved tokens were used
	 * @return as of {@link #release(String, long, int, Duration)}
	 */
	default CompletionStage<StoreAnswer> release(String key, long sequence, int passes) {
		return release(key, sequence, passes, Duration.ZERO);
	}

	/**
	 * Finish an acquisition that used no reserved token.
	 * @param key the lock
	 * @param sequence the acquisition
	 * @return as of {@link #release(String, long, int, Duration)}
	 */
	default CompletionStage<StoreAnswer> release(String key, long sequence) {
		return release(key, sequence, 0);
	}

	/**
	 * Finish an acquisition and begin the next one of the same lock, which queues behind
	 * all others, or where the time puts it for which it
	 * {@linkplain AcquireRequest#waited() has waited}, if it reports that. After a
	 * failure each may be repeated by itself.
	 * @param finished the acquisition to finish
	 * @param passes how many of its reserved tokens were used
	 * @param next what to take then
	 * @return a stage with both answers, as of {@link #release(String, long, int)} and of
	 * {@link #acquire}
	 */
	default CompletionStage<Requeued> requeue(long finished, int passes, AcquireRequest next) {
		return release(next.key(), finished, passes)
			.thenCompose((released) -> acquire(next).thenApply((acquired) -> new Requeued(released, acquired)));
	}

	/**
	 * Finish an acquisition of which every request has been answered, and begin the next
	 * one.
	 * @param finished the acquisition to finish
	 * @param passes how many of its reserved tokens were used
	 * @param next what to take then
	 * @return a stage with both answers, as of
	 * {@link #releaseWithoutMark(String, long, int, Duration)} and of {@link #acquire}
	 */
	default CompletionStage<Requeued> requeueWithoutMark(long finished, int passes, AcquireRequest next) {
		return requeue(finished, passes, next);
	}

	/**
	 * Inspect the record of a lock.
	 * @param key the lock
	 * @return a stage with the record; a free one if the store has none
	 */
	CompletionStage<LockRecord> inspect(String key);

	/**
	 * List the locks that the store has on record, held or free, a page at a time. A lock
	 * that is on record throughout is on at least one page; one that appears or
	 * disappears meanwhile may be missing, and any lock may be listed twice.
	 * {@link #inspect Inspect} each one for its state.
	 * @param cursor {@link LockPage#FIRST}, or {@link LockPage#next()} of the page before
	 * @param count about how many records the store should examine for this page; a
	 * larger number makes fewer pages, each of which keeps the store busy for longer
	 * @return a stage with the page; fails if the store can't list its locks
	 * @throws IllegalArgumentException if no store of this kind has such a cursor
	 */
	default CompletionStage<LockPage> scan(String cursor, int count) {
		return unsupported("list its locks; inspect single ones by their keys");
	}

	/**
	 * End the hold that was found on record, as if its lease were over: its acquisition
	 * has lost the lock, which is granted to the next as by a
	 * {@link #release(String, long, int, Duration) release}. The instance is notified at
	 * once if it {@link #listen listens}; otherwise it learns of it with its next
	 * request. Also ends a hold that was released and is only kept. If the lock is
	 * shared, all holds are ended.
	 * @param key the lock
	 * @param hold the hold, as it was inspected; no other is ended
	 * @return a stage that tells whether it was ended by this call; fails if the store
	 * can't end holds of others
	 */
	default CompletionStage<Boolean> forceRelease(String key, LockRecord.Hold hold) {
		return unsupported("release a lock by force; end its holder, or wait for the end of its lease");
	}

	/**
	 * End the hold of the lock at this moment, if there is one. Takes two requests, so
	 * that it can be repeated without ending the next holder.
	 * @param key the lock
	 * @return a stage as of {@link #forceRelease(String, LockRecord.Hold)}; false if the
	 * lock is free
	 */
	default CompletionStage<Boolean> forceRelease(String key) {
		return inspect(key).thenCompose((found) -> {
			LockRecord.Hold hold = found.hold();
			return (hold != null) ? forceRelease(key, hold) : CompletableFuture.completedStage(false);
		});
	}

	private static <T> CompletionStage<T> unsupported(String operation) {
		return CompletableFuture.failedStage(new StoreException("this lock store can't " + operation, false, null));
	}

	/**
	 * Make sure that a grant of this lock reaches the listener, as far as the store can.
	 * Wait for the stage before queueing.
	 * @param key the lock
	 * @return a stage that completes when grants can arrive
	 */
	CompletionStage<Void> listen(String key);

	/**
	 * Whether {@link #listen} of this lock has completed, so that queueing need not wait
	 * for it.
	 * @param key the lock
	 * @return whether grants can arrive, as far as is known
	 */
	boolean isListening(String key);

	/**
	 * Report that no grant of this lock has reached the listener in time: it may be lost,
	 * late, or never sent. Unless the channel of the grants proves itself, it is
	 * replaced. The listener may be notified that
	 * {@linkplain GrantListener#grantsMayBeLost() grants may be lost}, on another thread.
	 * @param key the lock
	 */
	default void missed(String key) {
	}

	/**
	 * Ask the store for its condition, and whether locks are safe there.
	 * @return a stage with its condition; fails if a part of the store does not answer
	 */
	default CompletionStage<StoreCondition> condition() {
		return CompletableFuture.completedStage(StoreCondition.UNKNOWN);
	}

	/**
	 * Why requests are not answered, as far as the store knows: a caller whose time is
	 * over is told so. Called under a mutex, so it must not wait.
	 * @return the reason; {@code null} if none is known
	 */
	default @Nullable StoreException reasonForSilence() {
		return null;
	}

	/**
	 * Whether the calling thread may be blocked until this answers. A thread that serves
	 * connections may not: others would wait for it, and perhaps the answer, too.
	 * @return false if a call that would block is to fail instead
	 */
	default boolean mayBlock() {
		return true;
	}

	/**
	 * Connect in advance, so that the first acquisition need not. Failures are logged at
	 * DEBUG.
	 * @return a stage that completes when the attempt is over; never exceptionally
	 */
	CompletionStage<Void> warmUp();

	/**
	 * End the session: operations fail from now on, nothing stays connected or
	 * subscribed. Releases nothing.
	 */
	@Override
	void close();

}
