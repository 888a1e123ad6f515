package io.github.lockstarter;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A lock was lost while it should have been held: its lease ended without a renewal, or
 * the store forgot it or gave it to another.
 */
public class LockLostException extends LockException {

	private static final long serialVersionUID = 1L;

	private static final String UNKNOWN_REASON = "its lease or its maximum hold time ended, or the store forgot it";

	private final String lock;

	private final long fencingToken;

	/**
	 * Create the exception for a loss of unknown reason.
	 * @param lock the key or keys of the lock
	 * @param fencingToken the token of the acquisition that was lost; 0 if it has none
	 */
	public LockLostException(String lock, long fencingToken) {
		this(lock, fencingToken, UNKNOWN_REASON);
	}

	/**
	 * Create the exception.
	 * @param lock the key or keys of the lock
	 * @param fencingToken the token of the acquisition that was lost; 0 if it has none
	 * @param reason the reason why it was lost, as the end of a sentence
	 */
	public LockLostException(String lock, long fencingToken, String reason) {
		this(lock, fencingToken, reason, null);
	}

	private LockLostException(String lock, long fencingToken, String reason, @Nullable Throwable cause) {
		super(subject(lock, fencingToken) + "was lost: " + reason + "; treat what it protected as changed.", cause);
		this.lock = lock;
		this.fencingToken = fencingToken;
	}

	/**
	 * Create the exception with another message.
	 * @param handle the handle whose lock was lost
	 * @param message what happened to the lock and what to do, as the end of a sentence
	 */
	public LockLostException(LockHandle handle, String message) {
		super(subject(lock(handle), token(handle)) + message, null);
		this.lock = lock(handle);
		this.fencingToken = token(handle);
	}

	private static String subject(String lock, long fencingToken) {
		return "Lock '" + LogText.of(lock) + ((fencingToken != 0) ? "' (token " + fencingToken + ") " : "' ");
	}

	private static String lock(LockHandle handle) {
		List<String> keys = handle.keys();
		return String.join(", ", (keys.size() > LogText.FEW) ? LogText.of(keys) : keys);
	}

	private static long token(LockHandle handle) {
		return (handle.kind() == LockKind.MUTEX) ? handle.fencingToken(handle.keys().get(0)) : 0;
	}

	/**
	 * Throw if the lock of a handle was lost.
	 * @param handle the handle to check
	 * @throws LockLostException if it was lost
	 */
	public static void throwIfLost(LockHandle handle) {
		if (handle.isLost()) {
			throw of(handle);
		}
	}

	/**
	 * The exception for a handle whose lock was lost.
	 * @param handle the handle whose lock was lost
	 * @return the exception
	 */
	public static LockLostException of(LockHandle handle) {
		return of(handle, null);
	}

	/**
	 * The exception for a handle whose lock was lost, caused by the exception of a body
	 * that was interrupted because of the loss.
	 * @param handle the handle
	 * @param cause what the body threw
	 * @return the exception
	 */
	public static LockLostException of(LockHandle handle, @Nullable Throwable cause) {
		return new LockLostException(lock(handle), token(handle), handle.lossReason().orElse(UNKNOWN_REASON), cause);
	}

	/**
	 * The lock that was lost.
	 * @return its key or keys; of more than five keys the first five and how many more
	 */
	public String getLock() {
		return this.lock;
	}

	/**
	 * The token of the acquisition that was lost.
	 * @return the token; 0 if the lock was shared
	 */
	public long getFencingToken() {
		return this.fencingToken;
	}

}
