package io.github.lockstarter.aop;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Refuses methods whose locks can't be kept in the store of their name.
 */
final class StoreCheck {

	private final LockAdvisor advisor;

	private final ObjectProvider<StoreLimits> limits;

	StoreCheck(LockAdvisor advisor, ConfigurableListableBeanFactory beanFactory) {
		this.advisor = advisor;
		this.limits = beanFactory.getBeanProvider(StoreLimits.class);
	}

	void check(AnnotatedMethod method) {
		if (this.limits.getIfUnique() != null) {
			check(this.advisor.methods().define(method));
		}
	}

	void check(LockedMethod method) {
		StoreLimits found = this.limits.getIfUnique();
		if (found != null) {
			found.find(method.name(), method.settings()).ifPresent((excess) -> {
				throw method.method().refused(excess.problem(), excess.advice());
			});
		}
	}

}
