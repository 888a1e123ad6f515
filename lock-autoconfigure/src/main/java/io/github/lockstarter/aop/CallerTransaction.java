package io.github.lockstarter.aop;

import java.util.List;
import java.util.function.Supplier;

import io.github.lockstarter.DistributedLock.LockRelease;
import io.github.lockstarter.LockHandle;

/**
 * Ties a locked method to the transaction of its caller, if one runs. Thread-safe.
 */
final class CallerTransaction {

	private final Supplier<Transactions> transactions;

	private final OuterTransactionReport report = new OuterTransactionReport();

	CallerTransaction(Supplier<Transactions> transactions) {
		this.transactions = transactions;
	}

	/**
	 * Report a lock that is about to be taken inside the transaction and released before
	 * it commits.
	 */
	void report(LockedMethod method, List<String> keys) {
		if (method.release() == LockRelease.AFTER_METHOD && isActive()) {
			reportActive(method, keys);
		}
	}

	/**
	 * Report the same for a transaction that is known to run, on this thread or another.
	 */
	void reportActive(LockedMethod method, List<String> keys) {
		this.report.check(method, keys, transactions());
	}

	/**
	 * Defer the release of a lock to the end of the transaction, if the method asks for
	 * that.
	 * @return whether it was deferred
	 */
	boolean keep(LockedMethod method, LockHandle handle, Runnable release) {
		if (method.release() == LockRelease.AFTER_METHOD || !isActive()) {
			return false;
		}
		transactions().bind(handle, release);
		return true;
	}

	/**
	 * Have the transaction rolled back if the lock turns out to be lost.
	 */
	void released(LockHandle handle) {
		if (handle.isLost()) {
			guard(handle);
		}
	}

	/**
	 * Have the transaction rolled back if the lock is lost before it commits.
	 */
	void guard(LockHandle handle) {
		if (isActive()) {
			transactions().bind(handle, () -> {
			});
		}
	}

	private boolean isActive() {
		return this.transactions.get().isActive();
	}

	private Transactions transactions() {
		return this.transactions.get();
	}

}
