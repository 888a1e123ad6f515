package io.github.lockstarter;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A snapshot of what the store knows about a lock. Immutable.
 *
 * @param key the key, without the prefix
 * @param holders the holders: none if it is free, one that has it alone, or those that
 * share it
 * @param waiters the number of JVMs that queue for it
 */
public record LockInfo(String key, List<Holder> holders, int waiters) {

	/**
	 * Copy the list.
	 */
	public LockInfo {
		holders = List.copyOf(holders);
	}

	/**
	 * The holder, or the first of those that share the lock.
	 * @return the holder; {@code null} if the lock is free
	 */
	public @Nullable Holder holder() {
		return this.holders.isEmpty() ? null : this.holders.get(0);
	}

	/**
	 * Whether someone holds the lock.
	 * @return whether there is a holder
	 */
	public boolean held() {
		return !this.holders.isEmpty();
	}

	/**
	 * The holder of a lock.
	 *
	 * @param application the application's name
	 * @param instance the JVM: host and process
	 * @param thread the thread that acquired it
	 * @param since when it was acquired, or when the lock became shared, by the store's
	 * clock
	 * @param remaining the rest of its lease, by the store's clock
	 * @param fencingToken the token of the acquisition; 0 if the lock is shared
	 * @param kind the kind of lock that it has; {@code null} if it is one that is shared
	 * and its JVM has not yet taken note of the grant, or has released it and only keeps
	 * it from others
	 * @param permits how many permits it uses of a lock that is shared: a reader one; 0
	 * if it has the lock alone
	 */
	public record Holder(String application, String instance, String thread, Instant since, Duration remaining,
			long fencingToken, @Nullable LockKind kind, int permits) {
	}

}
