package io.github.lockstarter;

import java.time.Duration;
import java.util.List;

/**
 * The ownership of a lock, from its acquisition until it is closed or lost. The handle is
 * the owner, not a thread: it may be closed and asked from any thread.
 *
 * <p>
 * Times are counted on this JVM's monotonic clock, from before the request for the lock
 * was sent, less a margin for clocks that run at different rates: validity ends here
 * before the lease ends in the store. Thread-safe.
 */
public interface LockHandle extends AutoCloseable {

	/**
	 * The keys that are held, in the order in which they were taken.
	 * @return at least one key, without the prefix
	 */
	List<String> keys();

	/**
	 * The fencing token of this acquisition: larger than those of all earlier holders of
	 * this lock, the same on re-entry. Let what the lock protects refuse a smaller token
	 * than the largest it has seen.
	 * @return the token
	 * @throws IllegalStateException if several keys are held, for each key has its own:
	 * see {@link #fencingToken(String)}
	 */
	long fencingToken();

	/**
	 * The fencing token of one of the keys.
	 * @param key one of {@link #keys()}
	 * @return the token
	 * @throws IllegalArgumentException if that key is not held by this handle
	 */
	long fencingToken(String key);

	/**
	 * How long the lock is certainly still held, if nothing more is heard of the store.
	 * @return the remaining validity; zero if lost or closed
	 */
	Duration remaining();

	/**
	 * Whether the lock is held at this moment.
	 * @return whether some validity is left
	 */
	default boolean isValid() {
		return !remaining().isZero();
	}

	/**
	 * Whether the lock was lost: its validity ended without a renewal, or the store said
	 * that another owns it. A lost lock never comes back.
	 * @return whether it was lost before it was closed
	 */
	boolean isLost();

	/**
	 * Let the lease last {@code lease} from now, if it does not last longer already.
	 * Later renewals never shorten it. Waits for the store's answer for at most two
	 * seconds or as long as the lock is valid.
	 * @param lease at least 100 ms
	 * @throws LockLostException if the lock was lost
	 * @throws LockUnavailableException if the store did not answer; the lock stays as it
	 * was
	 * @throws IllegalStateException if the handle was closed
	 */
	void extend(Duration lease);

	/**
	 * Take the handle off the thread that acquired it: that thread no longer enters the
	 * lock again, and may acquire it anew like any other.
	 * @return this
	 */
	LockHandle detach();

	/**
	 * Give the lock back: renewal ends first, then the store is told, and this waits for
	 * its answer, uninterruptibly but for at most two seconds; without an answer the
	 * release goes on in the background until the lease is over. Closing again does
	 * nothing. A handle from re-entry only leaves; the last one to leave releases. A lock
	 * that was lost is logged at WARN; nothing is thrown.
	 */
	@Override
	void close();

}
