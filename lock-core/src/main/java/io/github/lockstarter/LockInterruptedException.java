package io.github.lockstarter;

import java.time.Duration;

/**
 * The thread was interrupted while it waited for a lock. Its interrupt flag is set, it
 * does not hold the lock, and no fallback, handler or fail strategy applies.
 */
public class LockInterruptedException extends LockException {

	private static final long serialVersionUID = 1L;

	private final String lock;

	private final Duration waited;

	/**
	 * Create the exception.
	 * @param lock the key or keys of the lock
	 * @param waited how long the thread had waited
	 * @param cause the interrupt
	 */
	public LockInterruptedException(String lock, Duration waited, InterruptedException cause) {
		super("Interrupted after " + waited.toMillis() + " ms of waiting for lock '" + LogText.of(lock) + "'.", cause);
		this.lock = lock;
		this.waited = waited;
	}

	/**
	 * The lock that was waited for.
	 * @return its key or keys
	 */
	public String getLock() {
		return this.lock;
	}

	/**
	 * The time that the thread had waited.
	 * @return the time waited
	 */
	public Duration getWaited() {
		return this.waited;
	}

}
