package io.github.lockstarter.aop;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.lockstarter.LockContext;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Reports, once for each method, that it takes its lock inside a transaction of its
 * caller, which commits only after the release. Thread-safe.
 */
final class OuterTransactionReport {

	private static final Log logger = LogFactory.getLog(OuterTransactionReport.class);

	/** Methods that were reported, or need no report. */
	private final Set<AnnotatedMethod> settled = ConcurrentHashMap.newKeySet();

	/**
	 * Report a method that is called inside a transaction, unless it has its own or only
	 * enters again.
	 */
	void check(LockedMethod locked, List<String> keys, Transactions transactions) {
		AnnotatedMethod method = locked.method();
		if (this.settled.contains(method)) {
			return;
		}
		if (!transactions.isJoinedBy(method.method(), method.userClass())) {
			this.settled.add(method);
			return;
		}
		if (LockContext.held().stream().noneMatch((handle) -> handle.keys().containsAll(keys))
				&& this.settled.add(method)) {
			logger.warn("The method " + method + " takes its lock inside a transaction of its caller, which commits"
					+ " after the lock is released: the next holder may not see what it wrote. " + waysOut(locked)
					+ " lock outside the transaction, or give the method a transaction of its own"
					+ " (REQUIRES_NEW). Reported once.");
		}
	}

	/** Work that ends later may outlast the transaction. */
	private static String waysOut(LockedMethod method) {
		return (method.asynchronous() != null) ? "Take the"
				: "Set 'release = AFTER_TRANSACTION' to hold the lock until that transaction has ended, or take the";
	}

}
