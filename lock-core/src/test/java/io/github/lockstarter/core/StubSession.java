package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;

/**
 * A session of a store that is always there and hears all grants; what becomes of
 * acquisitions is up to the test.
 */
public abstract class StubSession implements LockSession {

	@Override
	public CompletionStage<LockRecord> inspect(String key) {
		return CompletableFuture.completedFuture(LockRecord.free(0));
	}

	@Override
	public CompletionStage<Void> listen(String key) {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public boolean isListening(String key) {
		return true;
	}

	@Override
	public CompletionStage<Void> warmUp() {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public void close() {
	}

}
