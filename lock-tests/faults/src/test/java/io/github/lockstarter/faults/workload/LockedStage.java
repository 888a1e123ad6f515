package io.github.lockstarter.faults.workload;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;

/**
 * The lock of this project around a stage.
 */
record LockedStage(LockClient client) implements TestedLock {

	@Override
	public Optional<LockHandle> tryAcquire(String key, Duration waitTime) {
		throw new UnsupportedOperationException("No thread takes this lock.");
	}

	@Override
	public CompletionStage<Void> callAsync(String key, Duration waitTime,
			Function<LockHandle, CompletionStage<Void>> body) {
		return this.client.lock(key).waitTime(waitTime).callAsync(() -> body.apply(LockContext.current()));
	}

}
