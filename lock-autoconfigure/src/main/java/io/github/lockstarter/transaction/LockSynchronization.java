package io.github.lockstarter.transaction;

import io.github.lockstarter.LockHandle;

import org.springframework.transaction.support.TransactionSynchronization;

/**
 * Binds a lock that was taken inside a transaction to that transaction.
 *
 * @param handle the lock
 * @param release runs when the transaction has ended, whatever its outcome
 */
record LockSynchronization(LockHandle handle, Runnable release) implements TransactionSynchronization {

	@Override
	public void beforeCommit(boolean readOnly) {
		check();
	}

	@Override
	public void afterCompletion(int status) {
		this.release.run();
	}

	void check() {
		CommitGuard.check(this.handle);
	}

}
