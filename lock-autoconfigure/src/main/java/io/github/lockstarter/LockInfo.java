package io.github.lockstarter;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A snapshot of what the store knows about a lock. Immutable.
 *
 * @param key the key, without the prefix
 * @param holder the holder; {@code null} if it is free
 * @param waiters how many JVMs queue for it
 */
public record LockInfo(String key, @Nullable Holder holder, int waiters) {

	/**
	 * Whether someone holds the lock.
	 * @return whether there is a holder
	 */
	public boolean held() {
		return this.holder != null;
	}

	/**
	 * The holder of a lock.
	 *
	 * @param application the application's name
	 * @param instance the JVM: host and process
	 * @param thread the thread that acquired it
	 * @param since when it was acquired, by the store's clock
	 * @param remaining the rest of its lease, by the store's clock
	 * @param fencingToken the token of the acquisition
	 */
	public record Holder(String application, String instance, String thread, Instant since, Duration remaining,
			long fencingToken) {
	}

}
