package io.github.lockstarter.aop;

import java.util.function.Supplier;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockDefinitionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests for {@link CreatedBeanCheck}: beans whose classes no start-up knows.
 */
class CreatedBeanCheckTests {

	private static final String PROBLEM = "Unlockable.run can't be locked: it is final, so no proxy can override it.";

	private final ApplicationContextRunner runner = LockContexts.runner();

	@ParameterizedTest
	@ValueSource(classes = { LazyBean.class, PrototypeBean.class, ProductOfFactory.class })
	void isRefusedBeforeItCanBeCalled(Class<?> configuration) {
		this.runner.withUserConfiguration(configuration).run((context) -> {
			assertThat(context).hasNotFailed();
			assertRefused(() -> context.getBean(Work.class));
			assertRefused(() -> context.getBean(Work.class));
		});
	}

	@Test
	void isRefusedInAnApplicationWhoseBeansAreAllLazy() {
		this.runner.withInitializer((context) -> context.addBeanFactoryPostProcessor((beans) -> {
			for (String name : beans.getBeanDefinitionNames()) {
				beans.getBeanDefinition(name).setLazyInit(true);
			}
		})).withUserConfiguration(EagerBean.class).run((context) -> assertRefused(() -> context.getBean(Work.class)));
	}

	@Test
	void isRefusedIfItIsRegisteredLater() {
		this.runner.run((context) -> {
			((GenericApplicationContext) context.getSourceApplicationContext()).registerBean("late", Unlockable.class);
			assertRefused(() -> context.getBean("late"));
		});
	}

	@Test
	void isAcceptedIfItCanBeLocked() {
		this.runner.withUserConfiguration(LockableBeans.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean("lazy", Work.class).run()).isEqualTo("ran");
			assertThat(context.getBean("prototype", Work.class).run()).isEqualTo("ran");
		});
	}

	@Test
	void isAcceptedIfItWasNeededBeforeItWasReady() {
		this.runner.withAllowCircularReferences(true)
			.withUserConfiguration(Circle.class)
			.run((context) -> assertThat(context.getBean(One.class).run()).isEqualTo("ran"));
	}

	private static void assertRefused(Supplier<Object> bean) {
		assertThatException().isThrownBy(bean::get)
			.havingRootCause()
			.isInstanceOf(LockDefinitionException.class)
			.withMessageContaining(PROBLEM);
	}

	interface Work {

		String run();

	}

	static class Unlockable implements Work {

		@Override
		@DistributedLock(key = "key")
		public final String run() {
			return "ran";
		}

	}

	static class Lockable implements Work {

		@Override
		@DistributedLock(key = "key")
		public String run() {
			return "ran";
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class EagerBean {

		@Bean
		Work work() {
			return new Unlockable();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LazyBean {

		@Bean
		@Lazy
		Work work() {
			return new Unlockable();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrototypeBean {

		@Bean
		@Scope("prototype")
		Work work() {
			return new Unlockable();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ProductOfFactory {

		@Bean
		FactoryBean<Work> work() {
			return new FactoryBean<>() {

				@Override
				public Work getObject() {
					return new Unlockable();
				}

				@Override
				public Class<?> getObjectType() {
					return Work.class;
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LockableBeans {

		@Bean
		@Lazy
		Work lazy() {
			return new Lockable();
		}

		@Bean
		@Scope("prototype")
		Work prototype() {
			return new Lockable();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Circle {

		@Bean
		@Lazy
		One one() {
			return new One();
		}

		@Bean
		@Lazy
		Other other() {
			return new Other();
		}

	}

	static class One {

		@Autowired
		private @Nullable Other other;

		@DistributedLock(key = "key")
		public String run() {
			return (this.other != null && this.other.one != this) ? "ran" : "ran without its proxy";
		}

	}

	static class Other {

		@Autowired
		private @Nullable One one;

	}

}
