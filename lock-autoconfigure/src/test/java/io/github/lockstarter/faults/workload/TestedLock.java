package io.github.lockstarter.faults.workload;

import java.time.Duration;
import java.util.Optional;

import io.github.lockstarter.LockHandle;

/**
 * A lock of some kind that workloads run under.
 */
@FunctionalInterface
interface TestedLock {

	Optional<LockHandle> tryAcquire(String key, Duration waitTime);

}
