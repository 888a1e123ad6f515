package io.github.lockstarter.aop;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Compares the lock's place among the advisors with that of transactions.
 */
final class AdvisorOrderCheck {

	private static final Log logger = LogFactory.getLog(AdvisorOrderCheck.class);

	private AdvisorOrderCheck() {
	}

	static void run(LockAdvisor advisor) {
		advisor.transactions()
			.advisorOrders()
			.filter((order) -> order <= advisor.getOrder())
			.forEach((order) -> logger.warn("Locks are taken inside of transactions (order " + advisor.getOrder()
					+ " is not before order " + order + "), so that a lock is released before the transaction"
					+ " commits; set 'distributed-lock.order' to less than " + order + "."));
	}

}
