package io.github.lockstarter.store.redis.versions;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * A client of some version, for one lock.
 */
interface Instance extends AutoCloseable {

	Duration LEASE = Duration.ofSeconds(20);

	/** By which records know it. */
	String id();

	/**
	 * Take the lock, or a place in its queue, or claim what was granted.
	 * @param share what it is to share; {@code null} to have it alone
	 */
	Answer acquire(long sequence, @Nullable Share share, Duration lease, boolean queue);

	/**
	 * The same for a caller that is served in the order of all callers' arrival.
	 */
	AcquisitionState queue(long sequence, Duration waited);

	/**
	 * Take several locks, each with an acquisition of its own, up to the first that is
	 * not free; how many it took.
	 */
	int acquireInOrder(List<String> keys);

	/** Release locks that it took so; how many that were. */
	int release(List<String> keys);

	/** End the hold that was seen, or all holds of a lock that is shared. */
	boolean forceRelease(String owner, long token);

	/** Let others share what it has alone, under the same number. */
	default AcquisitionState downgrade(long sequence, Share share, Duration lease) {
		return acquire(sequence, share, lease, false).state();
	}

	AcquisitionState renew(long sequence, Duration lease);

	/**
	 * Release the lock.
	 * @param keep how long to keep it from others
	 */
	AcquisitionState release(long sequence, Duration keep);

	/** Release the lock and ask for it again; how that ended. */
	AcquisitionState requeue(long finished, long next);

	@Override
	void close();

	/**
	 * What it was told.
	 *
	 * @param state the state of the acquisition
	 * @param token the fencing token
	 */
	record Answer(AcquisitionState state, long token) {
	}

}
