package io.github.lockstarter.aop;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockDefinitionException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Checks {@link DistributedLock @DistributedLock} in child contexts that are not
 * auto-configured themselves, whose beans would run without a lock if nothing there
 * applies advice. A parent hears of the refresh of its children. Thread-safe.
 */
public final class ChildContextCheck implements ApplicationListener<ContextRefreshedEvent> {

	private final LockAdvisor advisor;

	private final ConfigurableListableBeanFactory beanFactory;

	/**
	 * Create the check.
	 * @param advisor the advisor that is to apply the locks
	 * @param beanFactory the factory of the context whose children are checked
	 */
	public ChildContextCheck(LockAdvisor advisor, ConfigurableListableBeanFactory beanFactory) {
		this.advisor = advisor;
		this.beanFactory = beanFactory;
	}

	/**
	 * Check the beans of a child context.
	 * @throws LockDefinitionException if an annotated method can't be locked as it is
	 * written
	 */
	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		ApplicationContext context = event.getApplicationContext();
		if (!isChecked(context) && isNearest(context.getParent())
				&& context instanceof ConfigurableApplicationContext child) {
			new LockedMethodValidator(this.advisor, child.getBeanFactory()).afterSingletonsInstantiated();
		}
	}

	private static boolean isChecked(ApplicationContext context) {
		return context.getBeanNamesForType(LockedMethodValidator.class, true, false).length > 0;
	}

	/** Whether this is the context below which nothing else checks the child. */
	private boolean isNearest(@Nullable ApplicationContext ancestor) {
		ApplicationContext current = ancestor;
		while (current != null && !isChecked(current)) {
			current = current.getParent();
		}
		return current instanceof ConfigurableApplicationContext found && found.getBeanFactory() == this.beanFactory;
	}

}
