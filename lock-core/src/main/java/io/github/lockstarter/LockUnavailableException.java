package io.github.lockstarter;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The store did not answer in time, or answered that it can't serve the lock. It does not
 * say whether others hold the lock. If the lock was granted nevertheless, it is released
 * again in the background.
 */
public class LockUnavailableException extends LockException {

	private static final long serialVersionUID = 1L;

	private final String lock;

	private final Duration waited;

	/**
	 * Create the exception.
	 * @param lock the key or keys of the lock; empty if no lock in particular was asked
	 * for
	 * @param waited how long the caller waited
	 * @param cause the store's last failure, if it gave one
	 */
	public LockUnavailableException(String lock, Duration waited, @Nullable Throwable cause) {
		super("The store of " + (lock.isEmpty() ? "the locks" : "lock '" + LogText.of(lock) + "'") + " is unavailable ("
				+ reason(waited, cause) + ").", cause);
		this.lock = lock;
		this.waited = waited;
	}

	private static String reason(Duration waited, @Nullable Throwable cause) {
		return (cause != null && cause.getMessage() != null) ? cause.getMessage()
				: "no answer within " + waited.toMillis() + " ms";
	}

	/**
	 * The lock that was asked for.
	 * @return its key or keys; empty if no lock in particular was asked for
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

}
