package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.reactive.ReactiveResult;
import reactor.core.publisher.Flux;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Role;

/**
 * Auto-configuration of {@link DistributedLock @DistributedLock} on methods that return
 * publishers.
 */
@AutoConfiguration
@Conditional(OnLocksEnabledCondition.class)
@ConditionalOnClass(Flux.class)
public final class LockReactiveAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnMissingBean
	static ReactiveResult distributedLockReactiveResult() {
		return new ReactiveResult();
	}

}
