package io.github.lockstarter.transaction;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.PriorityOrdered;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Makes every transaction manager of an application context roll back a transaction that
 * was begun under a lock, if that lock is no longer certain just before the commit.
 *
 * <p>
 * A listener bean would reach only the managers that Spring Boot creates. This reaches
 * those of the application as well, before they are proxied.
 */
public final class CommitGuardPostProcessor implements BeanPostProcessor, PriorityOrdered {

	private final CommitGuard guard = new CommitGuard();

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof PlatformTransactionManager && bean instanceof ConfigurableTransactionManager manager) {
			Collection<TransactionExecutionListener> listeners = manager.getTransactionExecutionListeners();
			if (listeners.stream().noneMatch(CommitGuard.class::isInstance)) {
				List<TransactionExecutionListener> guarded = new ArrayList<>(listeners);
				guarded.add(this.guard);
				manager.setTransactionExecutionListeners(guarded);
			}
		}
		return bean;
	}

	@Override
	public int getOrder() {
		return LOWEST_PRECEDENCE;
	}

}
