package io.github.lockstarter.aop;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Reports, once for each method, that it takes its lock inside a transaction of its
 * caller, which commits only after the release. Thread-safe.
 */
final class OuterTransactionReport {

	private static final Log logger = LogFactory.getLog(OuterTransactionReport.class);

	private static final boolean TRANSACTIONS = ClassUtils.isPresent(
			"org.springframework.transaction.support.TransactionSynchronizationManager",
			OuterTransactionReport.class.getClassLoader());

	private final Set<AnnotatedMethod> reported = ConcurrentHashMap.newKeySet();

	void check(LockedMethod method) {
		if (TRANSACTIONS && Transactions.isActive() && this.reported.add(method.method())) {
			logger.warn("The method " + method.method() + " takes its lock inside a transaction of its caller, which"
					+ " commits after the lock is released: the next holder may not see what it wrote. Take the lock"
					+ " outside of the transaction, or let the method have a transaction of its own (REQUIRES_NEW)."
					+ " Reported once.");
		}
	}

	/**
	 * Apart, so that it is loaded only where transactions are on the classpath.
	 */
	private static final class Transactions {

		static boolean isActive() {
			return TransactionSynchronizationManager.isActualTransactionActive();
		}

	}

}
