package io.github.lockstarter;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * The ownership of a lock, from its acquisition until it is closed or lost. The handle is
 * the owner, not a thread: any thread may use and close it.
 *
 * <p>
 * Times are counted on this JVM's monotonic clock, from before the request for the lock
 * was sent, less a margin for clocks that run at different rates: validity ends here
 * before the lease ends in the store. Thread-safe.
 */
public interface LockHandle extends AutoCloseable {

	/**
	 * The keys that are held, in the order in which they were taken.
	 * @return at least one key, without the prefix
	 */
	List<String> keys();

	/**
	 * The kind of lock that was asked for, which determines whether it may be shared. A
	 * thread that has the lock alone and enters it again to read has a handle of the kind
	 * {@link LockKind#READ}; when only such handles are left, others may read as well.
	 * @return the kind
	 */
	default LockKind kind() {
		return LockKind.MUTEX;
	}

	/**
	 * The number of permits of a {@linkplain LockKind#SEMAPHORE semaphore} that were
	 * asked for.
	 * @return the number; 1 for the other kinds
	 */
	default int permits() {
		return 1;
	}

	/**
	 * The fencing token of this acquisition: larger than those of all earlier holders of
	 * this lock, the same on re-entry. The protected resource should refuse a token that
	 * is smaller than the largest it has seen.
	 * @return the token
	 * @throws IllegalStateException if several keys are held, since each key has its own:
	 * see {@link #fencingToken(String)}; or if the lock is shared, for then there is none
	 */
	long fencingToken();

	/**
	 * The fencing token of one of the keys.
	 * @param key one of {@link #keys()}
	 * @return the token
	 * @throws IllegalArgumentException if that key is not held by this handle
	 * @throws IllegalStateException if the lock is shared
	 */
	long fencingToken(String key);

	/**
	 * The time for which the lock is certainly still held, even if the store never
	 * answers again.
	 * @return the remaining validity; zero if lost or closed
	 */
	Duration remaining();

	/**
	 * Whether the lock is held at this moment.
	 * @return whether some validity is left
	 */
	default boolean isValid() {
		return !remaining().isZero();
	}

	/**
	 * The state of the ownership at this moment, as far as it is known.
	 * @return the state; for several keys, the worst of theirs
	 */
	LockState state();

	/**
	 * Whether the lock was lost: its validity ended without a renewal, or the store said
	 * that another owns it. A lost lock never comes back.
	 * @return whether it was lost before it was closed
	 */
	boolean isLost();

	/**
	 * The reason why the lock was lost, for messages: the end of a sentence, such as "it
	 * was released by force".
	 * @return the reason; empty if the lock was not lost, or the reason is unknown
	 */
	default Optional<String> lossReason() {
		return Optional.empty();
	}

	/**
	 * Have a callback run once when the lock is lost, and at once if it was lost already.
	 * It runs on a thread of this library, as soon as the loss is noticed: by the end of
	 * validity at the latest, or at the release if the store reports it only then. An
	 * exception that it throws is logged. As long as the lock is held, the callback and
	 * what it refers to stay reachable: one that refers to this handle keeps it from
	 * being noticed if it is dropped without being closed.
	 * @param callback what to run; may block
	 * @return this
	 */
	LockHandle onLost(Runnable callback);

	/**
	 * Run {@code body} on this thread as a guarded body: {@link LockContext} knows this
	 * handle while the body runs, and the {@link LossPolicy} of the lock decides what
	 * happens if it is lost. The handle stays open.
	 * @param body what to run
	 * @param <E> what the body throws, passed through unchanged
	 * @throws E what the body throws
	 * @throws LockLostException if the lock was lost before, in which case the body did
	 * not run; or while it ran, and the policy is not {@link LossPolicy#REPORT}
	 */
	default <E extends Throwable> void run(ThrowingRunnable<E> body) throws E {
		call(ThrowingSupplier.of(body));
	}

	/**
	 * Call {@code body} on this thread as a guarded body, like {@link #run}.
	 * @param body what to call
	 * @param <T> what it returns
	 * @param <E> what it throws, passed through unchanged
	 * @return what the body returned
	 * @throws E what the body throws
	 * @throws LockLostException as for {@link #run}
	 */
	<T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E;

	/**
	 * Begin {@code work} on this thread, as a guarded body that ends when the stage that
	 * it returns completes. {@link LockContext} knows this handle until {@code work}
	 * returns. If the lock is lost, the stage that this method returns fails according to
	 * its {@link LossPolicy}: under {@link LossPolicy#FAIL} when the work has ended,
	 * under {@link LossPolicy#INTERRUPT} at once, and the work's own stage is cancelled.
	 * The handle stays open.
	 * @param work begins the work
	 * @param <T> what the work completes with
	 * @return a stage that completes when the work has ended. Cancelling its future
	 * cancels that of the work. Fails with what {@code work} throws, and with
	 * {@link LockLostException} if the lock was lost before, in which case nothing was
	 * begun
	 * @throws IllegalStateException if the handle was closed
	 */
	<T extends @Nullable Object> CompletionStage<T> callAsync(
			ThrowingSupplier<? extends CompletionStage<T>, ? extends Throwable> work);

	/**
	 * Let the lease last {@code lease} from now, if it does not last longer already.
	 * Later renewals never shorten it. Waits for the store's answer for at most two
	 * seconds or as long as the lock is valid.
	 * @param lease at least 100 ms
	 * @throws LockLostException if the lock was lost
	 * @throws LockUnavailableException if the store did not answer; the lock stays as it
	 * was
	 * @throws IllegalStateException if the handle was closed
	 */
	void extend(Duration lease);

	/**
	 * Let the lease last {@code lease} from now, like {@link #extend(Duration)}, but wait
	 * for nothing; several keys are extended at the same time.
	 * @param lease at least 100 ms
	 * @return a stage that completes when the store has confirmed it; fails with
	 * {@link LockLostException} if the lock was lost, and with
	 * {@link LockUnavailableException} if the store did not answer within two seconds or
	 * as long as the lock is valid. Stages that depend on it run on a thread of this
	 * library that they may block, or on this one if it is complete already
	 * @throws IllegalStateException if the handle was closed
	 */
	CompletionStage<Void> extendAsync(Duration lease);

	/**
	 * Detach the handle from the thread that acquired it: that thread no longer enters
	 * the lock again, and may acquire it like any other thread.
	 * @return this
	 */
	LockHandle detach();

	/**
	 * Give the lock back: renewal ends first, then a release is sent to the store, and
	 * this waits for its answer, uninterruptibly but for at most two seconds; without an
	 * answer the release goes on in the background until the lease is over. Closing again
	 * does nothing. A handle from re-entry only leaves; the last one to leave releases
	 * the lock. The loss of a lock is logged at WARN; nothing is thrown. With
	 * {@code distributed-lock.release-in-background} this waits for nothing, unless
	 * {@link LossPolicy} demands it.
	 */
	@Override
	void close();

	/**
	 * Give the lock back like {@link #close()}, but wait for nothing. Until the release
	 * has arrived, the lock is not free for others.
	 * @return a stage that completes when the store has answered, or could not be asked,
	 * or has not answered within two seconds, after which the release goes on in the
	 * background until the lease is over. Never fails; {@link #isLost()} then tells
	 * whether a loss is known. Stages that depend on it run on a thread of this library
	 * that they may block, or on this one if it is complete already.
	 */
	CompletionStage<Void> closeAsync();

}
