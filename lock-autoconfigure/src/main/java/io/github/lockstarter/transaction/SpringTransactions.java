package io.github.lockstarter.transaction;

import java.lang.reflect.Method;
import java.util.stream.IntStream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.aop.Transactions;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.BeanFactoryTransactionAttributeSourceAdvisor;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transactions that Spring binds to a thread. Thread-safe.
 */
public final class SpringTransactions implements Transactions {

	private final ListableBeanFactory beanFactory;

	/**
	 * Create the transactions.
	 * @param beanFactory the factory of the transaction managers and advisors
	 */
	public SpringTransactions(ListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public boolean arePossible() {
		return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, PlatformTransactionManager.class,
				true, false).length > 0;
	}

	@Override
	public IntStream advisorOrders() {
		return BeanFactoryUtils
			.beansOfTypeIncludingAncestors(this.beanFactory, BeanFactoryTransactionAttributeSourceAdvisor.class, true,
					false)
			.values()
			.stream()
			.mapToInt(Ordered::getOrder);
	}

	@Override
	public boolean isActive() {
		return TransactionSynchronizationManager.isActualTransactionActive()
				&& TransactionSynchronizationManager.isSynchronizationActive();
	}

	@Override
	public boolean isJoinedBy(Method method, Class<?> type) {
		return this.beanFactory.getBeanProvider(TransactionAttributeSource.class)
			.stream()
			.map((source) -> source.getTransactionAttribute(method, type))
			.noneMatch((attribute) -> attribute != null && isApart(attribute));
	}

	private static boolean isApart(TransactionAttribute attribute) {
		return switch (attribute.getPropagationBehavior()) {
			case TransactionDefinition.PROPAGATION_REQUIRES_NEW, TransactionDefinition.PROPAGATION_NOT_SUPPORTED,
					TransactionDefinition.PROPAGATION_NEVER ->
				true;
			default -> false;
		};
	}

	@Override
	public void bind(LockHandle handle, Runnable release) {
		TransactionSynchronizationManager.registerSynchronization(new LockSynchronization(handle, release));
	}

}
