package io.github.lockstarter;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Administrative view of the locks of this JVM and of the store. The library's
 * {@link LockClient} implements it. Thread-safe.
 */
public interface LockAdmin {

	/**
	 * The locks that this JVM holds.
	 * @return a snapshot
	 */
	List<HeldLock> held();

	/**
	 * The calls in this JVM that wait for a lock.
	 * @return a snapshot
	 */
	List<WaitingCall> waiting();

	/**
	 * List the locks that the store has on record, a page at a time. A lock that is on
	 * record throughout is found, perhaps twice; one that appears or disappears meanwhile
	 * may be missed. Costs one request for each lock found.
	 * @param cursor empty for the first page, then {@link Page#next()} of the page before
	 * @param count about how many records of the store to examine
	 * @return the page
	 * @throws IllegalArgumentException if the cursor is invalid
	 * @throws LockUnavailableException if the store did not answer, or can't list locks
	 */
	Page find(String cursor, int count);

	/**
	 * Look at a lock, in whichever store keeps it. If several stores have a lock of this
	 * key, the answer is of all of them.
	 * @param key the key
	 * @return its holders, and the number of JVMs that queue for it
	 * @throws LockKeyException if the key is blank or too long
	 * @throws LockUnavailableException if a store did not answer
	 */
	LockInfo inspect(String key);

	/**
	 * Take a lock from whoever holds it now, as
	 * {@link #forceRelease(String, Long, String)} does.
	 * @param key the key
	 * @return whether the lock was held
	 * @throws LockKeyException if the key is blank or too long
	 * @throws LockUnavailableException if the store did not answer, or can't take a lock
	 * from its holder
	 */
	default boolean forceRelease(String key) {
		return forceRelease(key, null, null);
	}

	/**
	 * Take a lock from its holder and give it to the next waiter. The holder has lost it,
	 * and learns of that as soon as possible: at once if this client is its own, or if
	 * its JVM ever waited for a lock (in a Cluster, for one of the same slot); otherwise
	 * when it renews its lease. This does not stop what the holder does. All that share a
	 * lock lose it together. A WARN and a {@link LockReleasedByForceEvent} tell who had
	 * it.
	 * @param key the key
	 * @param fencingToken the token of the hold that is to end, as {@link #inspect} shows
	 * it: 0 for those that share the lock; {@code null} for whoever holds it
	 * @param by who asks for it, for the WARN and the event; {@code null} if that is
	 * unknown
	 * @return whether that hold was on record and has been ended; if it was not, another
	 * may hold the lock, and keeps it
	 * @throws LockKeyException if the key is blank or too long
	 * @throws LockUnavailableException if the store did not answer, or can't take a lock
	 * from its holder; without an answer, the hold may have been ended
	 */
	boolean forceRelease(String key, @Nullable Long fencingToken, @Nullable String by);

	/**
	 * The leases that {@link LeaseMode#ADAPTIVE} has chosen.
	 * @return the lease of each lock that has one, by its name; a lock without a name has
	 * none
	 */
	Map<String, Duration> adaptiveLeases();

	/**
	 * Ask the store for its condition.
	 * @return its answer
	 * @throws LockUnavailableException if it did not answer
	 */
	StoreStatus status();

	/**
	 * A lock that this JVM holds.
	 *
	 * @param name its name; empty if it has none
	 * @param key its key
	 * @param kind its kind
	 * @param permits how many permits it uses of a lock that is shared: a reader one; 0
	 * if it has the lock alone
	 * @param thread the thread that acquired it; {@code null} if it belongs to none
	 * @param threadId its id in this JVM, which tells threads of one name apart;
	 * {@code null} if it belongs to none
	 * @param heldFor how long it has been held
	 * @param lease its lease
	 * @param remaining how long it is certainly still held
	 * @param fencingToken its token; 0 if it is shared
	 * @param state what is known of it
	 */
	record HeldLock(String name, String key, LockKind kind, int permits, @Nullable String thread,
			@Nullable Long threadId, Duration heldFor, Duration lease, Duration remaining, long fencingToken,
			LockState state) {
	}

	/**
	 * A call that waits for a lock.
	 *
	 * @param name its name; empty if it has none
	 * @param key its key
	 * @param kind the kind that it asked for
	 * @param permits how many permits of a lock that is shared it asked for: a reader
	 * one; 0 if it wants the lock alone
	 * @param thread the thread that asked
	 * @param threadId its id in this JVM, which tells threads of one name apart
	 * @param waited how long it has waited
	 */
	record WaitingCall(String name, String key, LockKind kind, int permits, String thread, long threadId,
			Duration waited) {
	}

	/**
	 * Locks that the store has on record.
	 *
	 * @param locks locks that are held or waited for
	 * @param next the cursor of the next page; {@code null} if there is none
	 */
	record Page(List<LockInfo> locks, @Nullable String next) {
	}

	/**
	 * The condition of a store.
	 *
	 * @param details what the store reports about itself
	 * @param problem what endangers locks, and what to do; {@code null} if no problem is
	 * known
	 */
	record StoreStatus(Map<String, String> details, @Nullable String problem) {
	}

}
