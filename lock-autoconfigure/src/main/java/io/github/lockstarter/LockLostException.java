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
	 * @param lock the key of the lock
	 * @param fencingToken the token of the acquisition that was lost
	 */
	public LockLostException(String lock, long fencingToken) {
		super("Lock '" + lock + "' (token " + fencingToken
				+ ") was lost: its lease ended or the store gave it to another; treat what it protected as changed.",
				null);
		this.lock = lock;
		this.fencingToken = fencingToken;
	}

	/**
	 * The lock that was lost.
	 * @return its key
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
