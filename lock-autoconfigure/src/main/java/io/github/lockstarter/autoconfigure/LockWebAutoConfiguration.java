package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.web.WebResult;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Role;

/**
 * Auto-configuration of {@link DistributedLock @DistributedLock} on controllers of Spring
 * MVC that answer later.
 */
@AutoConfiguration
@Conditional(OnLocksEnabledCondition.class)
@ConditionalOnClass(
		name = { "org.springframework.web.servlet.DispatcherServlet", "jakarta.servlet.http.HttpServletRequest" })
public final class LockWebAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnMissingBean
	static WebResult distributedLockWebResult() {
		return new WebResult();
	}

}
