package io.github.lockstarter;

import java.time.Duration;

/**
 * The lock was held by others for the whole wait time, or by the caller itself while
 * re-entry is off. The store works: this is contention, not a failure.
 */
public class LockNotAcquiredException extends LockException {

	private static final long serialVersionUID = 1L;

	private final LockOutcome outcome;

	private final String lock;

	private final Duration waited;

	private final Duration lease;

	/**
	 * Create the exception.
	 * @param lock the key or keys of the lock
	 * @param waited how long the caller waited
	 * @param lease the lease that was asked for
	 */
	public LockNotAcquiredException(String lock, Duration waited, Duration lease) {
		this(timedOut(lock, waited) + "it.", LockOutcome.TIMED_OUT, lock, waited, lease);
	}

	private static String timedOut(String lock, Duration waited) {
		return "Lock '" + LogText.of(lock) + "' was not acquired within " + waited.toMillis()
				+ " ms because others held ";
	}

	private LockNotAcquiredException(String message, LockOutcome outcome, String lock, Duration waited,
			Duration lease) {
		super(message, null);
		this.outcome = outcome;
		this.lock = lock;
		this.waited = waited;
		this.lease = lease;
	}

	/**
	 * The exception of a call that was refused at once because the limit of waiting
	 * threads in this JVM was reached.
	 * @param lock the key or keys of the lock
	 * @param waited how long the caller waited
	 * @param lease the lease that was asked for
	 * @param maxWaiters the number of threads of a JVM that may wait
	 * @return the exception
	 */
	public static LockNotAcquiredException tooManyWaiters(String lock, Duration waited, Duration lease,
			int maxWaiters) {
		return new LockNotAcquiredException("Lock '" + LogText.of(lock)
				+ "' was refused at once because as many threads of this JVM wait for it as its 'max-waiters' allows ("
				+ maxWaiters + ").", LockOutcome.TOO_MANY_WAITERS, lock, waited, lease);
	}

	/**
	 * The exception of a call that used up its attempts before its wait time was over.
	 * @param lock the key or keys of the lock
	 * @param waited how long the caller waited
	 * @param lease the lease that was asked for
	 * @param maxAttempts the number of attempts that it was allowed to make
	 * @return the exception
	 */
	public static LockNotAcquiredException exhausted(String lock, Duration waited, Duration lease, int maxAttempts) {
		return new LockNotAcquiredException(
				"Lock '" + LogText.of(lock) + "' was not acquired in as many attempts as its 'max-attempts' allows ("
						+ maxAttempts + "), within " + waited.toMillis() + " ms, because others held it.",
				LockOutcome.EXHAUSTED, lock, waited, lease);
	}

	/**
	 * The exception of a call without re-entry whose caller holds the lock itself.
	 * @param lock the key or keys of the lock
	 * @param waited how long the caller waited
	 * @param lease the lease that was asked for
	 * @return the exception
	 */
	public static LockNotAcquiredException heldByCaller(String lock, Duration waited, Duration lease) {
		return new LockNotAcquiredException("Lock '" + LogText.of(lock)
				+ "' was refused at once because the caller holds it already and 'reentrant' is off: give it back"
				+ " first, or leave re-entry on.", LockOutcome.HELD_BY_CALLER, lock, waited, lease);
	}

	/**
	 * The same refusal of a call for several keys, with a message that says how far it
	 * came.
	 * @param key the key that was not acquired
	 * @param acquired the number of keys that were acquired before it, and given back
	 * @param keys the number of all keys
	 * @return an exception with the longer message
	 */
	public LockNotAcquiredException at(String key, int acquired, int keys) {
		String message = getMessage() + " That was at ";
		String reason = "";
		if (this.outcome == LockOutcome.TIMED_OUT) {
			message = timedOut(this.lock, this.waited);
			reason = (acquired > 0) ? ", or the time was too short for so many keys" : "";
		}
		String before = (acquired > 0) ? "; those before it, " + acquired + " of " + keys + ", were given back."
				: ", the first of " + keys + ".";
		return new LockNotAcquiredException(message + "its key '" + LogText.of(key) + "'" + reason + before,
				this.outcome, this.lock, this.waited, this.lease);
	}

	/**
	 * The reason why the caller stopped waiting.
	 * @return {@link LockOutcome#TIMED_OUT}, {@link LockOutcome#EXHAUSTED},
	 * {@link LockOutcome#TOO_MANY_WAITERS} or {@link LockOutcome#HELD_BY_CALLER}
	 */
	public LockOutcome getOutcome() {
		return this.outcome;
	}

	/**
	 * The lock that was not acquired.
	 * @return its key or keys; of more than five keys, the first five and the number of
	 * the others
	 */
	public String getLock() {
		return this.lock;
	}

	/**
	 * The time that the caller waited.
	 * @return the time waited
	 */
	public Duration getWaited() {
		return this.waited;
	}

	/**
	 * The lease that was asked for.
	 * @return the lease
	 */
	public Duration getLease() {
		return this.lease;
	}

}
