package io.github.lockstarter.faults.workload;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.lockstarter.LockHandle;

/**
 * A lock of some kind that workloads run under.
 */
@FunctionalInterface
interface TestedLock {

	/** Use permits of it, or read it. */
	default Optional<LockHandle> tryShare(String key, int permits, Duration waitTime) {
		throw new UnsupportedOperationException("This lock is never shared.");
	}

	Optional<LockHandle> tryAcquire(String key, Duration waitTime);

	/** Do something under it that no thread waits for. */
	default CompletionStage<Void> callAsync(String key, Duration waitTime,
			Function<LockHandle, CompletionStage<Void>> body) {
		throw new UnsupportedOperationException("This lock is taken by threads.");
	}

}
