package io.github.lockstarter;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

import org.jspecify.annotations.Nullable;

/**
 * Programmatic access to distributed locks.
 *
 * <pre class="code">
 * lockClient.lock("order:42").waitTime(ofSeconds(2)).run(() -&gt; ship(order));
 *
 * try (LockHandle held = lockClient.lock("order:42").acquire()) {
 *     store.write(value, held.fencingToken());
 * }
 * </pre>
 *
 * <p>
 * Thread-safe. A {@link LockSpec} is not: make one for each use.
 */
public interface LockClient {

	/**
	 * Begin to describe the lock with this key.
	 * @param key the key, without the prefix that all keys get
	 * @return a description with the default options
	 * @throws LockKeyException if the key is null, blank or too long
	 */
	default LockSpec lock(String key) {
		return lock(Collections.singletonList(key));
	}

	/**
	 * Begin to describe a lock of several keys: all are taken, in the order of their
	 * bytes and without duplicates, or none.
	 * @param keys the keys
	 * @return a description with the default options
	 * @throws LockKeyException if there is no key, or one is null, blank or too long
	 */
	LockSpec lock(Collection<String> keys);

	/**
	 * Describes one lock and how to take it.
	 *
	 * <p>
	 * All ways to take it share these rules. The wait is a hard deadline, the network
	 * included, on this JVM's monotonic clock; if it is shorter than 100 ms, a store that
	 * answered before has 100 ms for its answer, and if it is zero, two seconds. A thread
	 * that holds the lock already enters again at once, with the same fencing token,
	 * unless {@link #reentrant(boolean)} says otherwise. An acquisition whose outcome
	 * stays unknown is released again in the background.
	 */
	interface LockSpec extends LockChoices<LockSpec> {

		/**
		 * Take the lock, waiting for it for at most the wait time.
		 * @return the ownership, to be closed
		 * @throws LockNotAcquiredException if others held the lock for all that time, or
		 * this thread holds it and {@link #reentrant(boolean) re-entry} is off
		 * @throws LockInterruptedException if this thread was interrupted while waiting;
		 * its interrupt flag is set again
		 * @throws LockUnavailableException if the store did not answer or can't be used
		 * @throws LockLostException if this thread holds the lock already, but lost it
		 */
		LockHandle acquire();

		/**
		 * Take the lock if it is free, without waiting for another holder. Waiting for
		 * the store's answer is bounded by two seconds.
		 * @return the ownership, to be closed, or empty if another holds the lock
		 * @throws LockInterruptedException as for {@link #acquire()}
		 * @throws LockUnavailableException as for {@link #acquire()}
		 * @throws LockLostException as for {@link #acquire()}
		 */
		default Optional<LockHandle> tryAcquire() {
			return tryAcquire(Duration.ZERO);
		}

		/**
		 * Take the lock, waiting for it for at most the given time.
		 * @param waitTime zero or more; zero is {@link #tryAcquire()}
		 * @return the ownership, to be closed, or empty if others held the lock for all
		 * that time
		 * @throws LockInterruptedException as for {@link #acquire()}
		 * @throws LockUnavailableException as for {@link #acquire()}
		 * @throws LockLostException as for {@link #acquire()}
		 */
		Optional<LockHandle> tryAcquire(Duration waitTime);

		/**
		 * Take the lock without blocking a thread. The handle belongs to no thread: no
		 * thread enters it again, and the code that receives it closes it. Inside a
		 * pipeline or coroutine that holds the lock, it enters that again. Cancelling the
		 * stage's future gives up the place in the queue.
		 * @return a stage that completes with the ownership, or exceptionally as
		 * {@link #acquire()} would throw, on a thread of this library: run long work on
		 * another thread
		 */
		CompletionStage<LockHandle> acquireAsync();

		/**
		 * Take the lock if it is free, without blocking a thread and without waiting for
		 * another holder. Waiting for the store's answer is bounded by two seconds.
		 * @return as for {@link #tryAcquireAsync(Duration)}
		 */
		default CompletionStage<Optional<LockHandle>> tryAcquireAsync() {
			return tryAcquireAsync(Duration.ZERO);
		}

		/**
		 * Take the lock without blocking a thread, waiting for it for at most the given
		 * time. The handle is like that of {@link #acquireAsync()}.
		 * @param waitTime zero or more; zero is {@link #tryAcquireAsync()}
		 * @return a stage that completes with the ownership, or empty if others held the
		 * lock for all that time, or exceptionally as {@link #tryAcquire(Duration)} would
		 * throw; on a thread of this library: run long work on another thread. Cancelling
		 * its future gives up the place in the queue
		 */
		CompletionStage<Optional<LockHandle>> tryAcquireAsync(Duration waitTime);

		/**
		 * Run {@code body} under the lock, as a guarded body: {@link LockContext} knows
		 * the lock while the body runs, and the {@link LossPolicy} decides what happens
		 * at a loss.
		 * @param body what to run
		 * @param <E> what the body throws, passed through unchanged
		 * @throws E what the body throws
		 * @throws LockLostException if the lock was lost and the policy is not
		 * {@link LossPolicy#REPORT}
		 */
		<E extends Throwable> void run(ThrowingRunnable<E> body) throws E;

		/**
		 * Call {@code body} under the lock, as a guarded body like that of {@link #run}.
		 * @param body what to call
		 * @param <T> what it returns
		 * @param <E> what it throws, passed through unchanged
		 * @return what the body returned
		 * @throws E what the body throws
		 * @throws LockLostException as for {@link #run}
		 */
		<T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E;

		/**
		 * Run {@code body} under the lock, as {@link #run} does, but only if the lock is
		 * free: this waits for no other holder, whatever the wait time.
		 * @param body what to run
		 * @param <E> what the body throws, passed through unchanged
		 * @return whether the body ran; false if another holds the lock
		 * @throws E what the body throws
		 * @throws LockInterruptedException as for {@link #tryAcquire()}
		 * @throws LockUnavailableException as for {@link #tryAcquire()}
		 * @throws LockLostException as for {@link #run}
		 */
		default <E extends Throwable> boolean tryRun(ThrowingRunnable<E> body) throws E {
			return tryCall(ThrowingSupplier.of(body)).isPresent();
		}

		/**
		 * Call {@code body} under the lock, as {@link #call} does, but only if the lock
		 * is free: this waits for no other holder, whatever the wait time.
		 * @param body what to call; what it returns should not be null, which looks the
		 * same as a lock that another holds
		 * @param <T> what it returns
		 * @param <E> what it throws, passed through unchanged
		 * @return what the body returned; empty if another holds the lock
		 * @throws E what the body throws
		 * @throws LockInterruptedException as for {@link #tryAcquire()}
		 * @throws LockUnavailableException as for {@link #tryAcquire()}
		 * @throws LockLostException as for {@link #run}
		 */
		<T, E extends Throwable> Optional<T> tryCall(ThrowingSupplier<T, E> body) throws E;

		/**
		 * Begin {@code work} under the lock without blocking a thread, as a guarded body
		 * that ends when the stage that it returns completes, as for
		 * {@link LockHandle#callAsync}. Then the lock is given back.
		 * @param work begins the work, on a thread of this library: let it return soon
		 * @param <T> what the work completes with
		 * @return a stage that completes when the lock has been given back: with the
		 * result of the work; exceptionally with what it threw or failed with, with
		 * {@link LockLostException} as for {@link #run}, or as {@link #acquire()} would
		 * throw. Cancelling its future gives up the place in the queue, or cancels the
		 * work; completing it, also by a time-out, gives up the place, so that the work
		 * does not begin
		 */
		<T extends @Nullable Object> CompletionStage<T> callAsync(
				ThrowingSupplier<? extends CompletionStage<T>, ? extends Throwable> work);

		/**
		 * The calling thread's hold on this lock, found without a request to the store:
		 * by a handle, by a {@link #asLock() view of the JDK}, or by a method with
		 * {@link DistributedLock @DistributedLock}. The handle answers questions and
		 * extends the lease; closing it gives nothing back, and it need not be closed. It
		 * can't be detached.
		 * @return a handle, also if the lock was lost and its thread has not given it
		 * back yet; empty if this thread does not hold all of the keys, or holds them for
		 * less than this asks for, such as for reading
		 */
		Optional<LockHandle> held();

		/**
		 * Ask the store for the holders of the lock: a snapshot, by the store's clock.
		 * @return what the store knows
		 * @throws IllegalStateException if the lock has several keys: then use
		 * {@link #inspectAll()}
		 * @throws LockUnavailableException if the store did not answer within two seconds
		 */
		default LockInfo inspect() {
			List<LockInfo> all = inspectAll();
			if (all.size() > 1) {
				throw new IllegalStateException(
						"The lock has " + all.size() + " keys, each with holders of its own; use 'inspectAll()'.");
			}
			return all.get(0);
		}

		/**
		 * Ask the store for the holders of each key: snapshots, by the store's clock,
		 * which are taken one after the other.
		 * @return what the store knows, in the order of the keys' bytes and without
		 * duplicates
		 * @throws LockUnavailableException if the store did not answer within two seconds
		 */
		List<LockInfo> inspectAll();

		/**
		 * A view as a {@link Lock} of the JDK, owned by threads.
		 * {@link Lock#newCondition()} is not supported; {@link Lock#unlock()} by a thread
		 * that does not hold it throws {@link IllegalMonitorStateException}, and for a
		 * lock that was lost, it throws {@link LockLostException}. {@link Lock#lock()}
		 * waits indefinitely for other holders, but throws
		 * {@link LockUnavailableException} when the store does not answer, and
		 * {@link LockNotAcquiredException} on a thread that holds the lock if
		 * {@link #reentrant(boolean) re-entry} is off. On a thread that lost the lock,
		 * all ways to take it throw {@link LockLostException} until that thread calls
		 * {@link Lock#unlock()}. The handle behind it is {@link #held()}.
		 * @return the view; thread-safe
		 */
		Lock asLock();

		/**
		 * A view as a {@link ReadWriteLock} of the JDK: its read lock takes the lock for
		 * reading, its write lock takes it alone. A thread that has the write lock may
		 * take the read lock, and goes on reading beside others when it unlocks the write
		 * lock; the other way round {@link LockUpgradeException} is thrown, where the
		 * JDK's own lock would wait forever. All else is as for {@link #asLock()}.
		 * @return the view; thread-safe
		 */
		default ReadWriteLock asReadWriteLock() {
			Lock readLock = read().asLock();
			return new ReadWriteLockView(readLock, options(LockOptions.of(LockOption.KIND, LockKind.MUTEX)).asLock());
		}

	}

}
