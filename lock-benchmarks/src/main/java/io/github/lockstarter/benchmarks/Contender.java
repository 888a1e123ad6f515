package io.github.lockstarter.benchmarks;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A lock that is measured, connected to its store. An implementation has a public
 * constructor with a {@link Target}, and may be used by many threads.
 */
public interface Contender extends AutoCloseable {

	/** Lease of a lock in the benchmarks. */
	Duration LEASE = Duration.ofSeconds(30);

	/**
	 * Settings in one sentence for the report.
	 * @return the description
	 */
	String configuration();

	/**
	 * Take a lock. One that never waits answers at once.
	 * @param key the key of the lock
	 * @param wait how long to wait at the most
	 * @return the lock that is held, or {@code null} if it was not obtained in time
	 * @throws InterruptedException if the thread is interrupted
	 */
	@Nullable Held acquire(String key, Duration wait) throws InterruptedException;

	/**
	 * Take several locks, or none of them.
	 * @param keys the keys of the locks
	 * @param wait how long to wait at the most
	 * @return the locks that are held, or {@code null} if they were not obtained in time
	 * @throws InterruptedException if the thread is interrupted
	 */
	default @Nullable Held acquire(List<String> keys, Duration wait) throws InterruptedException {
		throw new UnsupportedOperationException(Trait.TOGETHER + " is none of its traits");
	}

	/**
	 * Take a lock for reading: beside others who read, and beside nobody who writes.
	 * @param key the key of the lock
	 * @param wait how long to wait at the most
	 * @return the lock that is held, or {@code null} if it was not obtained in time
	 * @throws InterruptedException if the thread is interrupted
	 */
	default @Nullable Held read(String key, Duration wait) throws InterruptedException {
		throw new UnsupportedOperationException(Trait.READS + " is none of its traits");
	}

	/**
	 * Take for writing a lock that others read: beside nobody.
	 * @param key the key of the lock
	 * @param wait how long to wait at the most
	 * @return the lock that is held, or {@code null} if it was not obtained in time
	 * @throws InterruptedException if the thread is interrupted
	 */
	default @Nullable Held write(String key, Duration wait) throws InterruptedException {
		throw new UnsupportedOperationException(Trait.READS + " is none of its traits");
	}

	/**
	 * Take one of the permits of a lock.
	 * @param key the key of the lock
	 * @param capacity how many permits there are
	 * @param wait how long to wait at the most
	 * @return the permit that is held, or {@code null} if none was obtained in time
	 * @throws InterruptedException if the thread is interrupted
	 */
	default @Nullable Held permit(String key, int capacity, Duration wait) throws InterruptedException {
		throw new UnsupportedOperationException(Trait.PERMITS + " is none of its traits");
	}

	@Override
	void close();

	/**
	 * A lock that is held.
	 */
	@FunctionalInterface
	interface Held {

		/** Release it, on the thread that took it. */
		void release();

		/**
		 * Whether the lock is still held, as far as the library can tell.
		 * @return what it says; {@code true} if it offers nothing of the kind
		 */
		default boolean isValid() {
			return true;
		}

		/**
		 * The fencing token.
		 * @return the token; 0 if the library has none
		 */
		default long token() {
			return 0;
		}

	}

}
