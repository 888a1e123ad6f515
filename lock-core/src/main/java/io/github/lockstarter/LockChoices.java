package io.github.lockstarter;

import java.time.Duration;

/**
 * The options of taking a lock, set one by one. The value that is set last counts. Not
 * thread-safe.
 *
 * @param <S> the description that is being written
 * @see LockClient.LockSpec
 */
public interface LockChoices<S extends LockChoices<S>> {

	/**
	 * Set the name under which settings and metrics know this lock; by default it has
	 * none.
	 * @param name a short stable name without white space, the same for many keys
	 * @return this
	 */
	S name(String name);

	/**
	 * Set all options that are set in {@code options}; they replace those set before.
	 * @param options the options; the fail strategy does not apply here
	 * @return this
	 */
	S options(LockOptions options);

	/**
	 * Lock for reading: any number of readers hold the lock at a time, and nobody else.
	 * Callers that lock the same key without this, or with permits, exclude readers and
	 * are excluded by them. Readers have no fencing token.
	 * @return this
	 */
	default S read() {
		return options(LockOptions.of(LockOption.KIND, LockKind.READ));
	}

	/**
	 * Use permits of a semaphore: as many holders hold the lock at a time as the capacity
	 * allows. The capacity is not stored with the key: each caller names its own and is
	 * limited by it. Holders have no fencing token.
	 * @param permits how many to use, at least 1
	 * @param capacity how many there are
	 * @return this
	 */
	default S permits(int permits, int capacity) {
		return options(LockOptions.of(LockOption.KIND, LockKind.SEMAPHORE)
			.with(LockOption.PERMITS, permits)
			.with(LockOption.CAPACITY, capacity));
	}

	/**
	 * Let callers have the lock in the order in which they came, over all threads of all
	 * JVMs, instead of JVM by JVM. The order holds among such callers only, so all users
	 * of the lock should ask for it.
	 * @return this
	 */
	default S fair() {
		return options(LockOptions.of(LockOption.FAIR, true));
	}

	/**
	 * Set the longest time to wait.
	 * @param waitTime from zero to ten years, which means no limit
	 * @return this
	 */
	default S waitTime(Duration waitTime) {
		return options(LockOptions.of(LockOption.WAIT_TIME, waitTime));
	}

	/**
	 * Wait indefinitely for other holders, as long as the store answers:
	 * {@link LockOption#LONGEST} as the wait time. It can't be combined with a back-off
	 * that gives up after some attempts.
	 * @return this
	 */
	default S waitForever() {
		return waitTime(LockOption.LONGEST);
	}

	/**
	 * Set the time for which the store keeps the lock when this JVM has gone silent.
	 * @param leaseTime at least 100 ms
	 * @return this
	 */
	default S leaseTime(Duration leaseTime) {
		return options(LockOptions.of(LockOption.LEASE_TIME, leaseTime));
	}

	/**
	 * Set whether the lease is renewed while the lock is held.
	 * @param autoRenew whether to renew
	 * @return this
	 */
	default S autoRenew(boolean autoRenew) {
		return options(LockOptions.of(LockOption.AUTO_RENEW, autoRenew));
	}

	/**
	 * Set whether a thread that holds the lock already enters it again. Without re-entry
	 * it is refused at once, whatever the wait time, as if another held the lock: it
	 * would wait for itself. Concerns this acquisition only; within it, one with re-entry
	 * still enters. Asynchronous acquisitions belong to no thread and never re-enter.
	 * @param reentrant whether to enter again
	 * @return this
	 */
	default S reentrant(boolean reentrant) {
		return options(LockOptions.of(LockOption.REENTRANT, reentrant));
	}

	/**
	 * Set the number of threads of this JVM that may wait for one key at a time; further
	 * ones are refused at once.
	 * @param maxWaiters at least 1
	 * @return this
	 */
	default S maxWaiters(int maxWaiters) {
		return options(LockOptions.of(LockOption.MAX_WAITERS, maxWaiters));
	}

	/**
	 * Set the number of keys that one call may lock; with more it fails with a
	 * {@link LockKeyException} before any is locked.
	 * @param maxKeys at least 1; 1,000 by default
	 * @return this
	 */
	default S maxKeys(int maxKeys) {
		return options(LockOptions.of(LockOption.MAX_KEYS, maxKeys));
	}

	/**
	 * Set the longest time for which the lock may be held, from the moment it was
	 * acquired. It is not renewed beyond that time, and is lost then.
	 * @param maxHold at least 100 ms
	 * @return this
	 */
	default S maxHold(Duration maxHold) {
		return options(LockOptions.of(LockOption.MAX_HOLD, maxHold));
	}

	/**
	 * Set the policy for a guarded body, run by this description or by the handle, whose
	 * lock is lost.
	 * @param onLoss the policy
	 * @return this
	 */
	default S onLoss(LossPolicy onLoss) {
		return options(LockOptions.of(LockOption.ON_LOSS, onLoss));
	}

	/**
	 * Set the shortest time for which the lock is kept, from the moment it was acquired,
	 * by the store's clock, even if the handle is closed earlier.
	 * @param minHold zero or more
	 * @return this
	 */
	default S minHold(Duration minHold) {
		return options(LockOptions.of(LockOption.MIN_HOLD, minHold));
	}

	/**
	 * Set the way in which a waiter learns that it may take the lock.
	 * @param waitStrategy the strategy
	 * @return this
	 */
	default S waitStrategy(WaitStrategy waitStrategy) {
		return options(LockOptions.of(LockOption.WAIT_STRATEGY, waitStrategy));
	}

	/**
	 * Poll while waiting, instead of being notified.
	 * @param backOff the pauses
	 * @return this
	 */
	default S backOff(BackOff backOff) {
		return options(
				LockOptions.of(LockOption.BACK_OFF, backOff).with(LockOption.WAIT_STRATEGY, WaitStrategy.BACK_OFF));
	}

	/**
	 * Set the time after which a thread that holds or waits for the lock is reported at
	 * WARN.
	 * @param warnAfter more than zero
	 * @return this
	 */
	default S warnAfter(Duration warnAfter) {
		return options(LockOptions.of(LockOption.WARN_AFTER, warnAfter));
	}

}
