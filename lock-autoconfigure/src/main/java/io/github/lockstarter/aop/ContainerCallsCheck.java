package io.github.lockstarter.aop;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockDefinitionException;

import org.springframework.beans.factory.support.MergedBeanDefinitionPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;

/**
 * Refuses {@link DistributedLock @DistributedLock} on methods that the container calls
 * itself before it calls them: what {@link LockedMethodValidator} finds at the end of
 * start-up would have been done without the lock. Thread-safe.
 */
public final class ContainerCallsCheck implements MergedBeanDefinitionPostProcessor {

	private final LockAdvisor advisor;

	/**
	 * Create the check.
	 * @param advisor the advisor that is to apply the locks
	 */
	public ContainerCallsCheck(LockAdvisor advisor) {
		this.advisor = advisor;
	}

	/**
	 * Check a bean that is about to be initialized.
	 * @throws LockDefinitionException if the container calls an annotated method of it
	 */
	@Override
	public void postProcessMergedBeanDefinition(RootBeanDefinition definition, Class<?> type, String name) {
		this.advisor.annotations().findAll(type).forEach((method) -> ContainerCalls.check(method, definition));
	}

}
