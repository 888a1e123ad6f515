package io.github.lockstarter.aop;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Warns if locks are taken inside transactions, by the order of their advisors.
 */
final class AdvisorOrderCheck {

	private static final Log logger = LogFactory.getLog(AdvisorOrderCheck.class);

	private AdvisorOrderCheck() {
	}

	static void run(LockAdvisor advisor) {
		advisor.transactions()
			.advisorOrders()
			.filter((order) -> order <= advisor.getOrder())
			.forEach((order) -> logger.warn("Locks are taken inside transactions (order " + advisor.getOrder()
					+ " is not before order " + order + "), so a lock is released before the transaction"
					+ " commits; set 'distributed-lock.order' to less than " + order + "."));
	}

}
