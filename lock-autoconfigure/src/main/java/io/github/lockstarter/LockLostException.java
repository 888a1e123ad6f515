package io.github.lockstarter;

/**
 * A lock was lost while it was to be held: its lease ended without a renewal, or the
 * store forgot it or gave it to another.
 */
public class LockLostException extends LockException {

	private static final long serialVersionUID = 1L;

	private final String lock;

	private final long fencingToken;

	/**
	 * Create the exception.
	 * @param lock the key or keys of the lock
	 * @param fencingToken the token of the acquisition that was lost
	 */
	public LockLostException(String lock, long fencingToken) {
		this(lock, fencingToken,
				"was lost: its lease or its maximum hold time ended, or the store forgot it; treat what it protected as"
						+ " changed.");
	}

	/**
	 * Create the exception in other words.
	 * @param handle the handle whose lock was lost
	 * @param message what happened to the lock and what to do, as the end of a sentence
	 */
	public LockLostException(LockHandle handle, String message) {
		this(String.join(", ", handle.keys()), handle.fencingToken(handle.keys().get(0)), message);
	}

	private LockLostException(String lock, long fencingToken, String message) {
		super("Lock '" + lock + "' (token " + fencingToken + ") " + message, null);
		this.lock = lock;
		this.fencingToken = fencingToken;
	}

	/**
	 * Throw if the lock of a handle was lost.
	 * @param handle the handle to ask
	 * @throws LockLostException if it was lost
	 */
	public static void throwIfLost(LockHandle handle) {
		if (handle.isLost()) {
			throw of(handle);
		}
	}

	/**
	 * The exception that tells of the loss of a handle's lock.
	 * @param handle the handle whose lock was lost
	 * @return the exception
	 */
	public static LockLostException of(LockHandle handle) {
		return new LockLostException(String.join(", ", handle.keys()), handle.fencingToken(handle.keys().get(0)));
	}

	/**
	 * The lock that was lost.
	 * @return its key or keys
	 */
	public String getLock() {
		return this.lock;
	}

	/**
	 * The token of the acquisition that was lost.
	 * @return the token
	 */
	public long getFencingToken() {
		return this.fencingToken;
	}

}
