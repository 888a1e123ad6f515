package io.github.lockstarter.store.redis.versions;

import java.time.Duration;
import java.util.function.Supplier;

import io.github.lockstarter.store.AcquisitionState;
import org.jspecify.annotations.Nullable;

/**
 * A request that may be carried out late, and more than once.
 *
 * @param name what is asked for
 * @param of the acquisition that the answer is about
 * @param lease how long it is to last; zero if it is to end
 * @param ends the acquisition that it ends
 * @param script asks the server
 * @param writtenAt when it was first sent
 */
record PlayedRequest(String name, PlayedAcquisition of, Duration lease, @Nullable PlayedAcquisition ends,
		Supplier<AcquisitionState> script, long writtenAt) {

	/** What comes later than that is not kept out. */
	private static final long LATEST = Duration.ofSeconds(3).toNanos();

	boolean isTooLate() {
		return System.nanoTime() - this.writtenAt > LATEST;
	}

	boolean isRelease() {
		return this.lease.isZero();
	}

	@Override
	public String toString() {
		return this.name + " of " + this.of;
	}

}
