package io.github.lockstarter.aop;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.DistributedLock.LockRelease;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import org.aspectj.lang.annotation.Aspect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.ProxyType;
import org.springframework.context.annotation.Proxyable;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.PriorityOrdered;
import org.springframework.transaction.PlatformTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LockedMethodValidator}.
 */
class LockedMethodValidatorTests {

	private static final AtomicBoolean CREATED = new AtomicBoolean();

	@Test
	void refusesAFinalMethod() {
		LockContexts.assertRefused(FinalMethod.class, "FinalMethod.run", "it is final", "Remove 'final'");
		LockContexts.assertRefused(FinalMethodOfAnnotatedClass.class, "FinalMethodOfAnnotatedClass.run", "it is final",
				"Remove 'final'");
	}

	@Test
	void refusesAPrivateMethod() {
		LockContexts.assertRefused(PrivateMethod.class, "PrivateMethod.run", "it is private",
				"Make it a public method");
	}

	@Test
	void refusesWhatTheProxyAnswersItself() {
		LockContexts.assertRefused(OwnHashCode.class, "OwnHashCode.hashCode", "the proxy of its bean answers it",
				"another public method");
	}

	@Test
	void refusesAnAnnotationOfAClassThatCoversNoMethod() {
		for (Class<?> type : List.of(WithoutPublicMethods.class, WithInheritedMethods.class)) {
			LockContexts.assertRefused(LockContexts.runner().withBean(type))
				.hasMessageContaining("The annotation of " + type.getName() + " locks nothing");
		}
		LockContexts.runner().withBean(OfAnnotatedClass.class).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void refusesAStaticMethod() {
		LockContexts.assertRefused(StaticMethod.class, "StaticMethod.run", "it is static", "Make it a public method");
	}

	@Test
	void refusesAFinalClassWithoutAnInterfaceProxy() {
		LockContexts.assertRefused(FinalClass.class, "FinalClass.call", "its class is final", "Remove 'final'");
		LockContexts.assertRefused(Point.class, "Point.run", "its class is final", "turn a record into a class");
		LockContexts.assertRefused(LockContexts.byInterface().withBean(Point.class), "Point.run", "its class is final",
				"turn a record into a class");
		LockContexts.assertRefused(
				LockContexts.runner()
					.withBean(FinalClass.class, FinalClass::new, (definition) -> definition.setLazyInit(true)),
				"FinalClass.call", "its class is final", "Remove 'final'");
	}

	@Test
	void acceptsAFinalClassBehindAnInterface() {
		LockContexts.byInterface().withBean("bean", FinalClass.class).run((context) -> {
			context.getBean(Contract.class).call();
			assertThat(context.getBean(RecordingLockClient.class).acquisitions).hasSize(1);
		});
		LockContexts.runner().withBean("bean", ProxyableFinalClass.class).run((context) -> {
			context.getBean(Contract.class).call();
			assertThat(context.getBean(RecordingLockClient.class).acquisitions).hasSize(1);
		});
	}

	@Test
	void refusesMethodsThatAnInterfaceProxyDoesNotHave() {
		LockContexts.assertRefused(LockContexts.byInterface().withBean(PackagePrivate.class), "PackagePrivate.run",
				"public methods only", "Declare it in an interface");
		LockContexts.assertRefused(LockContexts.byInterface().withBean(BesidesTheInterface.class),
				"BesidesTheInterface.besides", "none of them has the method",
				"set 'spring.aop.proxy-target-class=true'");
		LockContexts.assertRefused(
				LockContexts.byInterface()
					.withBean(BesidesTheInterface.class, BesidesTheInterface::new,
							(definition) -> definition.setLazyInit(true)),
				"BesidesTheInterface.besides", "none of them has the method", "Declare it in an interface");
		LockContexts.runner().withBean(PackagePrivate.class).run((context) -> {
			context.getBean(PackagePrivate.class).run();
			assertThat(context.getBean(RecordingLockClient.class).acquisitions).hasSize(1);
		});
	}

	@Test
	void refusesABeanThatNothingProxies() {
		LockContexts.assertRefused(LockContexts.runner().withUserConfiguration(EarlyConfiguration.class), "Service.run",
				"the bean 'early' is not proxied",
				"Register it as a bean that is created after all BeanPostProcessors");
		LockContexts.assertRefused(
				LockContexts.runner()
					.withInitializer((context) -> context.getBeanFactory().registerSingleton("manual", new Service())),
				"Service.run", "the bean 'manual' is not proxied", "Register it as a bean");
	}

	@Test
	void refusesAnAspectWhichNothingProxies() {
		LockContexts.assertRefused(LockContexts.runner().withBean(OfAspect.class), "OfAspect.run",
				"its class is an aspect, and no proxy is made for aspects.",
				"Move the work to a method of another bean");
	}

	@Test
	void refusesToRunWithoutAnAutoProxyCreator() {
		LockContexts.assertRefused(
				LockContexts.runner().withPropertyValues("spring.aop.auto=false").withBean(Service.class),
				"Service.run", "applies advice", "Remove 'spring.aop.auto=false'");
		LockContexts.runner()
			.withPropertyValues("spring.aop.auto=false")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void refusesToRunWithoutAClient() {
		LockContexts.assertRefused(LockContexts.withoutClient().withBean(Service.class), "Service.run",
				"no LockClient bean", "Configure Redis");
		LockContexts.withoutClient().run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void refusesToWaitForTransactionsThatNothingBegins() {
		ApplicationContextRunner runner = LockContexts.runner().withBean(AfterTransaction.class);
		for (ApplicationContextRunner without : List.of(runner,
				runner.withClassLoader(new FilteredClassLoader("org.springframework.transaction")))) {
			LockContexts.assertRefused(without, "AfterTransaction.run",
					"its 'release' is AFTER_TRANSACTION, but there is no PlatformTransactionManager bean",
					"or use AFTER_METHOD");
		}
		CREATED.set(false);
		runner.withUserConfiguration(LazyTransactions.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(CREATED).isFalse();
		});
	}

	@ParameterizedTest
	@ValueSource(classes = { BlankName.class, SpacedName.class })
	void refusesAName(Class<?> type) {
		LockContexts.assertRefused(type, type.getSimpleName() + ".run", "contains white space",
				"Write a name without white space");
	}

	@Test
	void refusesAKeyOfTheClassThatAMethodHasNoParameterFor() {
		LockContexts.assertRefused(ClassKey.class, "ClassKey.other", "'#id'", "#code");
	}

	@Test
	void refusesNamesWithoutTheirParameters() throws Exception {
		LockContexts.assertRefused(UnnamedParameters.load(), "Unnamed.run", "'#id'",
				"Compile with the option '-parameters' so that parameters have names, or use #p0, #a0.");
	}

	@ParameterizedTest
	@CsvSource({ "prototype,false", "singleton,true" })
	void checksBeansThatDoNotExistYet(String scope, boolean lazy) {
		CREATED.set(false);
		LockContexts.assertRefused(LockContexts.runner().withBean(FinalMethod.class, FinalMethod::new, (definition) -> {
			definition.setScope(scope);
			definition.setLazyInit(lazy);
		}), "FinalMethod.run", "it is final", "Remove 'final'");
		assertThat(CREATED).isFalse();
	}

	@Test
	void initializesNothing() {
		CREATED.set(false);
		LockContexts.withoutClient()
			.withBean(Counted.class, Counted::new, (definition) -> definition.setLazyInit(true))
			.withUserConfiguration(LazyClient.class)
			.run((context) -> {
				assertThat(CREATED).isFalse();
				assertThat(context.getBean(LockedMethodValidator.class).lockNames()).containsExactly("Counted.run");
			});
	}

	@Test
	void acceptsScopedProxies() {
		LockContexts.runner().withUserConfiguration(ScopedConfiguration.class).run((context) -> {
			assertThat(context).hasNotFailed().hasBean(ScopedProxyUtils.getTargetBeanName("scoped"));
			context.getBean("scoped", Service.class).run();
			assertThat(context.getBean(RecordingLockClient.class).acquisitions).hasSize(1);
		});
	}

	@Test
	void theStrategyOfTheSettingsBeatsThatOfTheAnnotation() {
		LockSettings settings = settings("Service.run", LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ZERO)
			.with(LockOption.FAIL_STRATEGY, LockFailStrategy.RETURN_NULL));
		LockContexts.runner().withBean(Service.class).withBean(LockSettings.class, () -> settings).run((context) -> {
			context.getBean(RecordingLockClient.class).refuse();
			assertThat(context.getBean(Service.class).run()).isNull();
		});
	}

	@Test
	void aMethodOfUnknownTypeIsCheckedWhenItIsCalled() {
		LockContexts.runner()
			.withBean(Opaque.class, () -> new OpaqueService(), (definition) -> definition.setLazyInit(true))
			.run((context) -> {
				Opaque bean = context.getBean(Opaque.class);
				assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(bean::call)
					.withMessageContaining("OpaqueService.call");
				assertThat(context.getBean(RecordingLockClient.class).acquisitions).isEmpty();
			});
	}

	private static LockSettings settings(String name, LockOptions options) {
		return new LockSettings(LockOptions.NONE, Map.of(name, options));
	}

	static class OwnHashCode {

		@Override
		@DistributedLock(key = "key")
		public int hashCode() {
			return 1;
		}

		@Override
		public boolean equals(Object other) {
			return this == other;
		}

	}

	@DistributedLock(key = "key")
	static class WithoutPublicMethods {

		void run() {
		}

	}

	static class Unlocked {

		public void run() {
		}

	}

	@DistributedLock(key = "key")
	static class WithInheritedMethods extends Unlocked {

	}

	@DistributedLock(key = "key")
	static class AnnotatedClass {

		public void run() {
		}

	}

	static class OfAnnotatedClass extends AnnotatedClass {

	}

	static class Service {

		@DistributedLock(key = "key")
		public Object run() {
			return "ran";
		}

	}

	@Aspect
	static class OfAspect extends Service {

	}

	public static class AfterTransaction {

		@DistributedLock(key = "key", release = LockRelease.AFTER_TRANSACTION)
		public void run() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LazyTransactions {

		@Bean
		@Lazy
		PlatformTransactionManager transactionManager() {
			CREATED.set(true);
			throw new IllegalStateException("initialized early");
		}

	}

	static class Counted extends Service {

		Counted() {
			CREATED.set(true);
		}

	}

	static class FinalMethod {

		FinalMethod() {
			CREATED.set(true);
		}

		@DistributedLock(key = "key")
		public final void run() {
		}

	}

	@DistributedLock(key = "key")
	static class FinalMethodOfAnnotatedClass {

		public final void run() {
		}

	}

	static class PrivateMethod {

		@DistributedLock(key = "key")
		private void run() {
		}

	}

	static class StaticMethod {

		@DistributedLock(key = "key")
		public static void run() {
		}

	}

	interface Contract {

		void call();

	}

	static final class FinalClass implements Contract {

		@Override
		@DistributedLock(key = "key")
		public void call() {
		}

	}

	@Proxyable(ProxyType.INTERFACES)
	static final class ProxyableFinalClass implements Contract {

		@Override
		@DistributedLock(key = "key")
		public void call() {
		}

	}

	record Point() {

		@DistributedLock(key = "key")
		public void run() {
		}

	}

	static class PackagePrivate implements Contract {

		@Override
		public void call() {
		}

		@DistributedLock(key = "key")
		void run() {
		}

	}

	static class BesidesTheInterface implements Contract {

		@Override
		public void call() {
		}

		@DistributedLock(key = "key")
		public void besides() {
		}

	}

	static class BlankName {

		@DistributedLock(key = "key", name = " ")
		public void run() {
		}

	}

	static class SpacedName {

		@DistributedLock(key = "key", name = "two words")
		public void run() {
		}

	}

	@DistributedLock(key = "#{#id}")
	static class ClassKey {

		public void run(String id) {
		}

		public void other(String code) {
		}

	}

	interface Opaque {

		void call();

	}

	static class OpaqueService implements Opaque {

		@Override
		@DistributedLock(key = "#{#unknown}")
		public void call() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class EarlyConfiguration {

		@Bean
		static Service early() {
			return new Service();
		}

		@Bean
		static EarlyPostProcessor dependent(Service early) {
			return new EarlyPostProcessor(early);
		}

	}

	record EarlyPostProcessor(Service service) implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return 0;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LazyClient {

		@Bean
		@Lazy
		LockClient lazyClient() {
			CREATED.set(true);
			return new RecordingLockClient();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ScopedConfiguration {

		@Bean
		@Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
		Service scoped() {
			return new Service();
		}

	}

}
