package io.github.lockstarter;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Looks after locks: those of this JVM, and those on record in the store. The
 * {@link LockClient} of this library is one, too. Thread-safe.
 */
public interface LockAdmin {

	/**
	 * The locks that this JVM holds.
	 * @return a snapshot
	 */
	List<HeldLock> held();

	/**
	 * Who waits for a lock in this JVM.
	 * @return a snapshot
	 */
	List<WaitingCall> waiting();

	/**
	 * Look through the locks that the store has on record, a page at a time. A lock that
	 * is on record all the time is found, maybe twice; one that comes or goes may be.
	 * Costs a request per lock that is found.
	 * @param cursor empty to begin, and then what the last page said
	 * @param count about how many records of the store to look at
	 * @return the next page
	 * @throws LockUnavailableException if the store did not answer, or can't do that
	 */
	Page find(String cursor, int count);

	/**
	 * Take a lock from its holder and give it to who waits next. The holder has lost it,
	 * and is told as soon as it can be: at once if its JVM ever waited for this lock (or,
	 * but for a Cluster, for any), else when it renews its lease. It does not stop what
	 * it does.
	 * @param key the key
	 * @return whether anybody held it
	 * @throws LockUnavailableException if the store did not answer, or can't do that
	 */
	boolean forceRelease(String key);

	/**
	 * What {@link LeaseMode#ADAPTIVE} has chosen.
	 * @return the lease of each lock that has one, by its name; one without a name has
	 * none
	 */
	Map<String, Duration> adaptiveLeases();

	/**
	 * Ask the store how it is.
	 * @return what it said
	 * @throws LockUnavailableException if it did not answer
	 */
	StoreStatus status();

	/**
	 * A lock that this JVM holds.
	 *
	 * @param name its name; empty if it has none
	 * @param key its key
	 * @param thread the thread that acquired it; {@code null} if it belongs to none
	 * @param since how long it has been held
	 * @param lease its lease
	 * @param remaining how long it is certainly still held
	 * @param fencingToken its token
	 * @param state what is known of it
	 */
	record HeldLock(String name, String key, @Nullable String thread, Duration since, Duration lease,
			Duration remaining, long fencingToken, LockState state) {
	}

	/**
	 * A call that waits for a lock.
	 *
	 * @param name its name; empty if it has none
	 * @param key its key
	 * @param thread the thread that asked
	 * @param waited how long it has waited
	 */
	record WaitingCall(String name, String key, String thread, Duration waited) {
	}

	/**
	 * Locks that the store has on record.
	 *
	 * @param locks some of them, none of which are free without a queue
	 * @param next the cursor of the next page; {@code null} if there is none
	 */
	record Page(List<LockInfo> locks, @Nullable String next) {
	}

	/**
	 * How a store is.
	 *
	 * @param details what it tells of itself
	 * @param problem what endangers locks, and what to do; {@code null} if nothing is
	 * known
	 */
	record StoreStatus(Map<String, String> details, @Nullable String problem) {
	}

}
