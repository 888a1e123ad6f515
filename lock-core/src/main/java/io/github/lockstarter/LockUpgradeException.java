package io.github.lockstarter;

/**
 * The calling thread shares a lock and asked for more of it: for the lock alone, or for
 * more permits. It would wait for itself.
 */
public class LockUpgradeException extends LockException {

	private static final long serialVersionUID = 1L;

	private final String lock;

	/**
	 * Create an exception.
	 * @param lock the key
	 * @param held the kind of lock that the thread holds
	 * @param wanted the kind of lock that it asked for
	 */
	public LockUpgradeException(String lock, LockKind held, LockKind wanted) {
		super("This thread holds lock '" + LogText.of(lock) + "' as " + held + " and asked for it as " + wanted
				+ ((held == wanted) ? " with more permits" : "")
				+ ", so it would wait for itself. Release the lock first, or ask for the larger one from the start.",
				null);
		this.lock = lock;
	}

	/**
	 * The lock.
	 * @return its key
	 */
	public String getLock() {
		return this.lock;
	}

}
