package io.github.lockstarter.aop;

import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.DistributedLock;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that an annotation is refused on what the container calls itself, and before it
 * does.
 */
class ContainerCallsTests {

	private static final AtomicBoolean RAN = new AtomicBoolean();

	private static final ApplicationContextRunner LOCKS = LockContexts.runner();

	@BeforeEach
	void reset() {
		RAN.set(false);
	}

	@ParameterizedTest
	@CsvSource({ "PostConstructMethod, @PostConstruct", "PreDestroyMethod, @PreDestroy",
			"Initializing, InitializingBean.afterPropertiesSet", "Disposable, DisposableBean.destroy",
			"Stopping, SmartLifecycle.stop", "Injected, @Autowired", "Named, BeanNameAware.setBeanName",
			"ClosedAtTheEnd, the destroy method of the bean" })
	void areRefused(String type, String role) throws Exception {
		Class<?> bean = Class.forName(getClass().getName() + "$" + type);
		assertRefused(LOCKS.withBean(bean), type, "the container calls it as " + role + " on the bean itself");
	}

	@Test
	void areRefusedIfADefinitionNamesThem() {
		assertRefused(LOCKS.withUserConfiguration(NamedMethods.class), "Plain.start",
				"the container calls it as the init method of the bean");
		assertRefused(LOCKS.withUserConfiguration(InferredMethod.class), "Plain.close",
				"the container calls it as the destroy method of the bean");
	}

	@ParameterizedTest
	@ValueSource(classes = { PostConstructMethod.class, Initializing.class, NamedMethods.class, BeanMethod.class })
	void areRefusedBeforeTheyRun(Class<?> type) {
		LockContexts.assertRefused(LOCKS.withUserConfiguration(type));
		assertThat(RAN).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "prototype,false", "singleton,true" })
	void areRefusedInBeansThatDoNotExistYet(String scope, boolean lazy) {
		assertRefused(LOCKS.withBean(Initializing.class, Initializing::new, (definition) -> {
			definition.setScope(scope);
			definition.setLazyInit(lazy);
		}), "Initializing", "InitializingBean.afterPropertiesSet");
		assertThat(RAN).isFalse();
	}

	@ParameterizedTest
	@ValueSource(classes = { BeanMethod.class, AnnotatedConfiguration.class, LiteConfiguration.class })
	void includeThoseThatMakeBeans(Class<?> configuration) {
		LockContexts.assertRefused(LOCKS.withUserConfiguration(configuration))
			.hasMessageContaining(configuration.getSimpleName() + ".service")
			.hasMessageContaining("it is a @Bean method, which runs once, to make the bean")
			.hasMessageContaining("Annotate the methods of the bean's class");
	}

	@Test
	void areNotMeantByTheAnnotationOfTheirClass() {
		LockContexts.with(ClassWithPostConstruct.class, (bean, client) -> {
			bean.run();
			assertThat(client.acquisitions).hasSize(1);
		});
	}

	@Test
	void areNotAllOfThatName() {
		LOCKS.withBean(Plain.class).run((context) -> assertThat(context).hasNotFailed());
	}

	private static void assertRefused(ApplicationContextRunner runner, String method, String problem) {
		LockContexts.assertRefused(runner)
			.hasMessageContaining(method)
			.hasMessageContaining(problem)
			.hasMessageContaining("Move the work to a method that another bean calls, or use LockClient in it.");
	}

	static class PostConstructMethod {

		@PostConstruct
		@DistributedLock(key = "key")
		private void run() {
			RAN.set(true);
		}

	}

	static class PreDestroyMethod {

		@PreDestroy
		@DistributedLock(key = "key")
		public void run() {
		}

	}

	static class Initializing implements InitializingBean {

		@Override
		@DistributedLock(key = "key")
		public void afterPropertiesSet() {
			RAN.set(true);
		}

	}

	static class Disposable implements DisposableBean {

		@Override
		@DistributedLock(key = "key")
		public void destroy() {
		}

	}

	static class Injected {

		@Autowired
		@DistributedLock(key = "key")
		public void setContext(ApplicationContext context) {
		}

	}

	static class Named implements BeanNameAware {

		@Override
		@DistributedLock(key = "key")
		public void setBeanName(String name) {
		}

	}

	/** What the container calls is {@code stop(Runnable)}. */
	static class Stopping implements SmartLifecycle {

		@Override
		public void start() {
		}

		@Override
		@DistributedLock(key = "key")
		public void stop() {
		}

		@Override
		public boolean isRunning() {
			return false;
		}

	}

	static class ClosedAtTheEnd implements AutoCloseable {

		@Override
		@DistributedLock(key = "key")
		public void close() {
		}

	}

	static class Plain {

		@DistributedLock(key = "key")
		public void start() {
			RAN.set(true);
		}

		@DistributedLock(key = "key")
		public void close() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class NamedMethods {

		@Bean(initMethod = "start", destroyMethod = "")
		Plain plain() {
			return new Plain();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class InferredMethod {

		@Bean
		Plain plain() {
			return new Plain();
		}

	}

	@Configuration
	static class BeanMethod {

		@Bean
		@DistributedLock(key = "key")
		Object service() {
			RAN.set(true);
			return new Object();
		}

	}

	@Configuration
	@DistributedLock(key = "key")
	static class AnnotatedConfiguration {

		@Bean
		public Object service() {
			return new Object();
		}

	}

	static class LiteConfiguration {

		@Bean
		@DistributedLock(key = "key")
		Object service() {
			return new Object();
		}

	}

	@DistributedLock(key = "key")
	static class ClassWithPostConstruct {

		@PostConstruct
		public void prepare() {
		}

		public void run() {
		}

	}

}
