package io.github.lockstarter.transaction;

import java.time.Duration;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockState;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Refuses, at the last moment before the commit, to commit work that was done under a
 * lock that is no longer certain. Thread-safe.
 *
 * <p>
 * The exception must not be a {@code TransactionException} of Spring: after one of those,
 * a transaction manager leaves the transaction as it is, neither committed nor rolled
 * back.
 */
public final class CommitGuard implements TransactionExecutionListener {

	/**
	 * The time for which the lock must still be certain, so that the commit ends within
	 * it: half of the shortest lease, so that every lock that is renewed in time passes.
	 */
	static final Duration MARGIN = Duration.ofMillis(50);

	@Override
	public void beforeCommit(TransactionExecution transaction) {
		LockContext.held().forEach(CommitGuard::check);
		if (TransactionSynchronizationManager.isSynchronizationActive()) {
			TransactionSynchronizationManager.getSynchronizations()
				.stream()
				.filter(LockSynchronization.class::isInstance)
				.map(LockSynchronization.class::cast)
				.forEach(LockSynchronization::check);
		}
	}

	CommitGuard() {
	}

	/**
	 * Check a lock before a commit. A lock that was given back in time passes.
	 * @param handle the lock
	 * @throws LockLostException if it was lost, or is certain for too short a time
	 */
	public static void check(LockHandle handle) {
		if (handle.isLost()) {
			throw new LockLostException(handle,
					"was lost before a transaction under it was committed: the transaction is rolled back; do its"
							+ " work again.");
		}
		if (handle.state() != LockState.RELEASED && handle.remaining().compareTo(MARGIN) < 0) {
			throw new LockLostException(handle, "is certain to be held for less than " + MARGIN.toMillis()
					+ " ms more, too short to commit a transaction under it: the transaction is rolled back; do its work"
					+ " again, with a longer lease if it is not renewed.");
		}
	}

}
