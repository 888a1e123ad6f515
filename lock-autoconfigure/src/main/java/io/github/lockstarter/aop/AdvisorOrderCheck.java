package io.github.lockstarter.aop;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.interceptor.BeanFactoryTransactionAttributeSourceAdvisor;
import org.springframework.util.ClassUtils;

/**
 * Compares the lock's place among the advisors with that of transactions.
 */
final class AdvisorOrderCheck {

	private static final Log logger = LogFactory.getLog(AdvisorOrderCheck.class);

	private static final boolean TRANSACTIONS = ClassUtils.isPresent(
			"org.springframework.transaction.interceptor.BeanFactoryTransactionAttributeSourceAdvisor",
			AdvisorOrderCheck.class.getClassLoader());

	private AdvisorOrderCheck() {
	}

	static void run(LockAdvisor advisor, ConfigurableListableBeanFactory beanFactory) {
		if (TRANSACTIONS) {
			Transactions.compare(advisor, beanFactory);
		}
	}

	/**
	 * Apart, so that it is loaded only where transactions are on the classpath.
	 */
	private static final class Transactions {

		static void compare(LockAdvisor advisor, ConfigurableListableBeanFactory beanFactory) {
			BeanFactoryUtils
				.beansOfTypeIncludingAncestors(beanFactory, BeanFactoryTransactionAttributeSourceAdvisor.class, true,
						false)
				.values()
				.stream()
				.filter((transactions) -> transactions.getOrder() <= advisor.getOrder())
				.forEach((transactions) -> logger.warn("Locks are taken inside of transactions (order "
						+ advisor.getOrder() + " is not before order " + transactions.getOrder()
						+ "), so that a lock is released before the transaction commits; set"
						+ " 'distributed-lock.order' to less than " + transactions.getOrder() + "."));
		}

	}

}
