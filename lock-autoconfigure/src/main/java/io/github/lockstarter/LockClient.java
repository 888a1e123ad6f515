package io.github.lockstarter;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

import org.jspecify.annotations.Nullable;

/**
 * Distributed locks, programmatically.
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
	 * included, on this JVM's monotonic clock. A thread that holds the lock already
	 * enters again at once, with the same fencing token. An acquisition whose outcome
	 * stays unknown is released again in the background.
	 */
	interface LockSpec {

		/**
		 * Set the name under which settings and metrics know this lock; by default it has
		 * none.
		 * @param name a short stable name without white space, the same for many keys
		 * @return this
		 */
		LockSpec name(String name);

		/**
		 * Set all options that are set in {@code options}; they replace those set before.
		 * @param options the options; the fail strategy does not apply here
		 * @return this
		 */
		LockSpec options(LockOptions options);

		/**
		 * Lock for reading: any number of readers hold the lock at a time, and nobody
		 * else. Others who lock the same key without this, or with permits, exclude
		 * readers and are excluded by them. Readers have no fencing token.
		 * @return this
		 */
		default LockSpec read() {
			return options(LockOptions.of(LockOption.KIND, LockKind.READ));
		}

		/**
		 * Use permits of a semaphore: as many holders hold the lock at a time as the
		 * capacity allows. It is no property of the key: each caller names it, and is
		 * held back by what it names. Holders have no fencing token.
		 * @param permits how many to use, at least 1
		 * @param capacity how many there are
		 * @return this
		 */
		default LockSpec permits(int permits, int capacity) {
			return options(LockOptions.of(LockOption.KIND, LockKind.SEMAPHORE)
				.with(LockOption.PERMITS, permits)
				.with(LockOption.CAPACITY, capacity));
		}

		/**
		 * Let callers have the lock in the order in which they came, over all threads of
		 * all JVMs, instead of JVM by JVM. Among each other, that is: all that use the
		 * lock should ask for it in this way.
		 * @return this
		 */
		default LockSpec fair() {
			return options(LockOptions.of(LockOption.FAIR, true));
		}

		/**
		 * Set the longest time to wait.
		 * @param waitTime zero or more
		 * @return this
		 */
		default LockSpec waitTime(Duration waitTime) {
			return options(LockOptions.of(LockOption.WAIT_TIME, waitTime));
		}

		/**
		 * Set how long the store keeps the lock when this JVM has gone silent.
		 * @param leaseTime at least 100 ms
		 * @return this
		 */
		default LockSpec leaseTime(Duration leaseTime) {
			return options(LockOptions.of(LockOption.LEASE_TIME, leaseTime));
		}

		/**
		 * Set whether the lease is renewed while the lock is held.
		 * @param autoRenew whether to renew
		 * @return this
		 */
		default LockSpec autoRenew(boolean autoRenew) {
			return options(LockOptions.of(LockOption.AUTO_RENEW, autoRenew));
		}

		/**
		 * Set how many threads of this JVM may wait for one key at a time; further ones
		 * are refused at once.
		 * @param maxWaiters at least 1
		 * @return this
		 */
		default LockSpec maxWaiters(int maxWaiters) {
			return options(LockOptions.of(LockOption.MAX_WAITERS, maxWaiters));
		}

		/**
		 * Set the longest time for which the lock may be held, from the moment it was
		 * acquired. It is not renewed beyond that time, and is lost then.
		 * @param maxHold at least 100 ms
		 * @return this
		 */
		default LockSpec maxHold(Duration maxHold) {
			return options(LockOptions.of(LockOption.MAX_HOLD, maxHold));
		}

		/**
		 * Set what happens to a guarded body, run by this description or by the handle,
		 * when the lock is lost.
		 * @param onLoss the policy
		 * @return this
		 */
		default LockSpec onLoss(LossPolicy onLoss) {
			return options(LockOptions.of(LockOption.ON_LOSS, onLoss));
		}

		/**
		 * Set the shortest time for which the lock is kept, from the moment it was
		 * acquired, by the store's clock, even if the handle is closed earlier.
		 * @param holdAtLeast zero or more
		 * @return this
		 */
		default LockSpec holdAtLeast(Duration holdAtLeast) {
			return options(LockOptions.of(LockOption.HOLD_AT_LEAST, holdAtLeast));
		}

		/**
		 * Poll while waiting, instead of being notified.
		 * @param backOff the pauses
		 * @return this
		 */
		default LockSpec backOff(BackOff backOff) {
			return options(
					LockOptions.of(LockOption.BACK_OFF, backOff).with(LockOption.WAITING, WaitingStrategy.BACK_OFF));
		}

		/**
		 * Set after how long a thread that holds or waits for the lock is reported at
		 * WARN.
		 * @param warnAfter more than zero
		 * @return this
		 */
		default LockSpec warnAfter(Duration warnAfter) {
			return options(LockOptions.of(LockOption.WARN_AFTER, warnAfter));
		}

		/**
		 * Take the lock, waiting for it for at most the wait time.
		 * @return the ownership, to be closed
		 * @throws LockNotAcquiredException if others held the lock for all that time
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
		 * thread enters it again, and the code that receives it closes it. Cancelling the
		 * stage's future gives up the place in the queue.
		 * @return a stage that completes with the ownership, or exceptionally as
		 * {@link #acquire()} would throw, on a thread of this library: run long work on
		 * another thread
		 */
		CompletionStage<LockHandle> acquireAsync();

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
		 * Ask the store who holds the lock: a snapshot, by the store's clock.
		 * @return what the store knows
		 * @throws LockUnavailableException if the store did not answer within two seconds
		 */
		LockInfo inspect();

		/**
		 * A view as a {@link Lock} of the JDK, owned by threads.
		 * {@link Lock#newCondition()} is not supported; {@link Lock#unlock()} by a thread
		 * that does not hold it throws {@link IllegalMonitorStateException}, and for a
		 * lock that was lost, it throws {@link LockLostException}. {@link Lock#lock()}
		 * waits indefinitely for other holders, but throws
		 * {@link LockUnavailableException} when the store does not answer. On a thread
		 * that lost the lock, all ways to take it throw {@link LockLostException} until
		 * that thread calls {@link Lock#unlock()}.
		 * @return the view; thread-safe
		 */
		Lock asLock();

		/**
		 * A view as a {@link ReadWriteLock} of the JDK: its read lock takes the lock for
		 * reading, its write lock takes it alone. A thread that has the write lock may
		 * take the read lock; the other way round {@link LockUpgradeException} is thrown,
		 * where the JDK's own lock would wait for ever. All else is as for
		 * {@link #asLock()}.
		 * @return the view; thread-safe
		 */
		default ReadWriteLock asReadWriteLock() {
			Lock readLock = read().asLock();
			return new ReadWriteLockView(readLock, options(LockOptions.of(LockOption.KIND, LockKind.MUTEX)).asLock());
		}

	}

}
