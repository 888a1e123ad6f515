package io.github.lockstarter.autoconfigure;

import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.aop.LockAdvisor;
import io.github.lockstarter.aop.LockedMethodValidator;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LockAopAutoConfiguration}.
 */
@ExtendWith(LogCapture.class)
class LockAopAutoConfigurationTests {

	private static final AtomicBoolean CREATED = new AtomicBoolean();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, LockAopAutoConfiguration.class));

	@Test
	void advisesInsideMethodSecurityAndOutsideTransactions() {
		this.runner.run((context) -> {
			assertThat(context).hasSingleBean(LockAdvisor.class).hasSingleBean(LockedMethodValidator.class);
			assertThat(context.getBean(LockAdvisor.class).getOrder()).isEqualTo(LockAdvisor.DEFAULT_ORDER)
				.isGreaterThan(600);
		});
	}

	@Test
	void takesTheOrderFromTheProperty() {
		this.runner.withPropertyValues("distributed-lock.order=7")
			.run((context) -> assertThat(context.getBean(LockAdvisor.class).getOrder()).isEqualTo(7));
	}

	@Test
	void backsOffWhenDisabled() {
		this.runner.withPropertyValues("distributed-lock.enabled=false").withBean(Service.class).run((context) -> {
			assertThat(context).doesNotHaveBean(LockAdvisor.class).doesNotHaveBean(LockedMethodValidator.class);
			assertThat(context.getBean(Service.class).run()).isEqualTo("ran");
			assertThat(context.getBean(Service.class).getClass()).isEqualTo(Service.class);
		});
	}

	@Test
	void backsOffBeforeAnAdvisorOfTheApplication() {
		this.runner
			.withInitializer((context) -> context.getBeanFactory()
				.registerSingleton("own", new LockAdvisor(context.getBeanFactory(), 5)))
			.run((context) -> assertThat(context).hasSingleBean(LockAdvisor.class).hasBean("own"));
	}

	@Test
	void needsNoAspectJ() {
		this.runner.withClassLoader(new FilteredClassLoader("org.aspectj"))
			.withBean(Service.class)
			.withUserConfiguration(ClientConfiguration.class)
			.run((context) -> assertThat(AopUtils.isAopProxy(context.getBean(Service.class))).isTrue());
	}

	@Test
	void initializesNothingEarly(CapturedLog output) {
		CREATED.set(false);
		this.runner.withBean(Service.class).withUserConfiguration(ClientConfiguration.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(CREATED).isFalse();
			assertThat(output).doesNotContain("not eligible for getting processed by all BeanPostProcessors");
		});
	}

	public static class Service {

		@DistributedLock(key = "key")
		public String run() {
			return "ran";
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ClientConfiguration {

		@Bean
		@Lazy
		LockClient lockClient() {
			CREATED.set(true);
			throw new IllegalStateException("initialized early");
		}

	}

}
