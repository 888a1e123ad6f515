package io.github.lockstarter.aop;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.DistributedLock.LockRelease;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.LockFailureHandler;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LogText;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.Schedules;

/**
 * Checks at start-up that each method annotated with
 * {@link DistributedLock @DistributedLock} will be locked when it is called, and reports
 * locks that would not work as intended. Initializes no bean. Immutable once the beans
 * exist.
 */
public final class LockedMethodValidator implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(LockedMethodValidator.class);

	private final LockAdvisor advisor;

	private final ConfigurableListableBeanFactory beanFactory;

	private volatile Set<String> lockNames = Set.of();

	private volatile Set<String> scheduledLockNames = Set.of();

	/**
	 * Create the validator.
	 * @param advisor the advisor that is to apply the locks
	 * @param beanFactory the factory of the beans to check
	 */
	public LockedMethodValidator(LockAdvisor advisor, ConfigurableListableBeanFactory beanFactory) {
		this.advisor = advisor;
		this.beanFactory = beanFactory;
	}

	/**
	 * The names of the locks that annotations take.
	 * @return the names, sorted; empty until all singletons exist
	 */
	public Set<String> lockNames() {
		return this.lockNames;
	}

	/**
	 * The names of the locks of methods that Spring calls on a schedule.
	 * @return the names, sorted; empty until all singletons exist
	 */
	public Set<String> scheduledLockNames() {
		return this.scheduledLockNames;
	}

	/**
	 * Check all beans.
	 * @throws LockDefinitionException if an annotated method can't be locked as it is
	 * written
	 */
	@Override
	public void afterSingletonsInstantiated() {
		LockedBeans beans = new LockedBeans(this.beanFactory);
		ProxyCheck proxyCheck = new ProxyCheck(this.beanFactory);
		StoreCheck storeCheck = new StoreCheck(this.advisor, this.beanFactory);
		SharedNames names = new SharedNames();
		Set<String> scheduled = new TreeSet<>();
		beans.forEach((bean) -> {
			checkCoversMethods(bean.type());
			for (AnnotatedMethod method : this.advisor.annotations().findAll(bean.type())) {
				checkEnvironment(method);
				if (proxyCheck.check(method, bean)) {
					LockedMethod defined = this.advisor.methods().define(method);
					storeCheck.check(defined);
					names.add(defined);
					ThousandsOfSeconds.report(defined);
					warnOfUnusedPermits(defined);
					if (isScheduled(method)) {
						scheduled.add(defined.name());
						mentionFailingTurns(defined);
					}
				}
			}
		});
		this.lockNames = names.all();
		this.scheduledLockNames = Collections.unmodifiableSet(scheduled);
		if (!this.lockNames.isEmpty()) {
			AdvisorOrderCheck.run(this.advisor);
		}
	}

	private void checkCoversMethods(Class<?> type) {
		if (this.advisor.annotations().coverNothing(type)) {
			throw new LockDefinitionException("The annotation of " + type.getName()
					+ " locks nothing: it covers the public methods that this class declares, and there are none.",
					"Make the methods public, or annotate the class that declares them, or single methods.", null);
		}
	}

	private static boolean isScheduled(AnnotatedMethod method) {
		return AnnotatedElementUtils.hasAnnotation(method.method(), Scheduled.class)
				|| AnnotatedElementUtils.hasAnnotation(method.method(), Schedules.class);
	}

	/** Spring logs each of them as an error, with its stack. */
	private void mentionFailingTurns(LockedMethod method) {
		if (method.fallback() == null && method.settings().get(LockOption.FAIL_STRATEGY) == LockFailStrategy.EXCEPTION
				&& this.beanFactory.getBeanNamesForType(LockFailureHandler.class, true, false).length == 0) {
			logger.info(method.method() + " has a schedule, and fails with an exception whenever another instance has"
					+ " its lock. Set 'failStrategy = LockFailStrategy.SKIP' to skip such turns.");
		}
	}

	/** Permits in an annotation were refused before; these come from properties. */
	private static void warnOfUnusedPermits(LockedMethod method) {
		if (method.kind() == LockKind.SEMAPHORE) {
			return;
		}
		for (LockOption<?> option : List.of(LockOption.CAPACITY, LockOption.PERMITS)) {
			if (method.settings().own().get(option) != null) {
				logger.warn("'distributed-lock.locks." + LogText.of(method.name()) + "." + option.name()
						+ "' has no effect, since " + method.method() + " takes a lock of the kind " + method.kind()
						+ ", which has no permits. Leave it out, or add 'kind = LockKind.SEMAPHORE' there.");
			}
		}
	}

	private void checkEnvironment(AnnotatedMethod method) {
		if (!new BeanProxies(this.beanFactory).areCreated()) {
			throw method.refused("nothing in the application context applies advice to beans.",
					"Remove 'spring.aop.auto=false', or put @EnableAspectJAutoProxy on a configuration class.");
		}
		if (BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, LockClient.class, true,
				false).length == 0) {
			throw method.refused("there is no LockClient bean.",
					"Configure Redis under 'spring.data.redis', or define a LockClient bean, or set"
							+ " 'distributed-lock.enabled=false' to run without locks.");
		}
		if (method.lock().release() == LockRelease.AFTER_TRANSACTION && !this.advisor.transactions().arePossible()) {
			throw method.refused("its 'release' is AFTER_TRANSACTION, but there is no PlatformTransactionManager bean.",
					"Define one, or add a starter that brings one, such as spring-boot-starter-jdbc; or use"
							+ " AFTER_METHOD.");
		}
	}

}
