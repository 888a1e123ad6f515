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
 * Refuses, at the last moment before the commit, to commit what was done under a lock
 * that is not certain any more. Thread-safe.
 *
 * <p>
 * The exception must be none of Spring's {@code TransactionException}s: after one of
 * those a transaction manager leaves the transaction as it is, neither committed nor
 * rolled back.
 */
public final class CommitGuard implements TransactionExecutionListener {

	/**
	 * How long the lock must be certain yet, for the commit to be done by then: half of
	 * the shortest lease, so that no lock that is renewed in time falls short of it.
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
	 * Check a lock before a commit. One that was given back in time was meant to be.
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
			throw new LockLostException(handle, "is certain for less than " + MARGIN.toMillis()
					+ " ms, too short to commit a transaction under it: the transaction is rolled back; do its work"
					+ " again, with a longer lease if it is not renewed.");
		}
	}

}
