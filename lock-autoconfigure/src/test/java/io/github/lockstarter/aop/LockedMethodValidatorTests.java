package io.github.lockstarter.aop;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.DistributedLock.LockRelease;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import kotlin.sequences.Sequence;
import org.aspectj.lang.annotation.Aspect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

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
import org.springframework.http.HttpEntity;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.PlatformTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link LockedMethodValidator}.
 */
class LockedMethodValidatorTests {

	private static final AtomicBoolean CREATED = new AtomicBoolean();

	@Test
	void refusesAFinalMethod() {
		assertRefused(FinalMethod.class, "FinalMethod.run", "it is final", "Remove 'final'");
		assertRefused(FinalMethodOfAnnotatedClass.class, "FinalMethodOfAnnotatedClass.run", "it is final",
				"Remove 'final'");
	}

	@Test
	void refusesAPrivateMethod() {
		assertRefused(PrivateMethod.class, "PrivateMethod.run", "it is private", "Make it a public method");
	}

	@Test
	void refusesWhatTheProxyAnswersItself() {
		assertRefused(OwnHashCode.class, "OwnHashCode.hashCode", "the proxy of its bean answers it",
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
		assertRefused(StaticMethod.class, "StaticMethod.run", "it is static", "Make it a public method");
	}

	@Test
	void refusesAFinalClassWithoutAnInterfaceProxy() {
		assertRefused(FinalClass.class, "FinalClass.call", "its class is final", "Remove 'final'");
		assertRefused(Point.class, "Point.run", "its class is final", "turn a record into a class");
		assertRefused(LockContexts.byInterface().withBean(Point.class), "Point.run", "its class is final",
				"turn a record into a class");
		assertRefused(
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
		assertRefused(LockContexts.byInterface().withBean(PackagePrivate.class), "PackagePrivate.run",
				"public methods only", "Declare it in an interface");
		assertRefused(LockContexts.byInterface().withBean(BesidesTheInterface.class), "BesidesTheInterface.besides",
				"none of them has the method", "set 'spring.aop.proxy-target-class=true'");
		assertRefused(
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
	void refusesAPrimitiveReturnTypeUnderSkip() {
		assertRefused(PrimitiveSkip.class, "PrimitiveSkip.run", "the primitive 'int'", "Return Integer or an Optional");
	}

	@Test
	void refusesAPrimitiveReturnTypeUnderReturnNull() {
		assertRefused(PrimitiveNull.class, "PrimitiveNull.run", "the primitive 'boolean'",
				"Return Boolean or an Optional");
	}

	@Test
	void refusesAPrimitiveReturnTypeUnderTheStrategyOfTheSettings() {
		LockSettings settings = settings("Primitive.run",
				LockOptions.NONE.with(LockOption.FAIL_STRATEGY, LockFailStrategy.SKIP));
		LockContexts.runner().withBean(Primitive.class).run((context) -> assertThat(context).hasNotFailed());
		assertRefused(LockContexts.runner().withBean(Primitive.class).withBean(LockSettings.class, () -> settings),
				"Primitive.run", "its fail strategy is SKIP", "'distributed-lock.locks.Primitive.run'");
	}

	@ParameterizedTest
	@ValueSource(classes = { OfFuture.class, OfStream.class, OfIterator.class, OfSupplier.class, OfSequence.class,
			OfRunnable.class, OfThread.class })
	void refusesAReturnTypeWhoseWorkCanNotBeHeld(Class<?> type) {
		assertRefused(type, type.getSimpleName() + ".run", "whose work is done later", "Return a");
	}

	@ParameterizedTest
	@ValueSource(classes = { OfFutureOfFuture.class, OfFutureOfStream.class, OfCallableOfFuture.class,
			OfOptionalFuture.class, OfFutureOfEntityOfFuture.class, OfEntityOfFuture.class, OfOwnEntityOfFuture.class })
	void refusesWorkWithinAResultThatWouldEndBeforeIt(Class<?> type) {
		assertRefused(type, type.getSimpleName() + ".run", "whose work is done later", "Return");
	}

	@ParameterizedTest
	@ValueSource(classes = { OfFutureOfSuppliers.class, OfEntityOfAnything.class, OfOwnSupplier.class })
	void acceptsValuesThatOnlyResembleLaterWork(Class<?> type) {
		LockContexts.runner().withBean(type).run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(classes = { OfMono.class, OfPublisher.class })
	void refusesAPublisherWhereNothingHoldsIt(Class<?> type) {
		assertRefused(type, type.getSimpleName() + ".run", "whose work is done later", "Put reactor-core");
	}

	@Test
	void refusesAFutureThroughATypeVariable() {
		assertRefused(OfFutureByVariable.class, "OfFutureByVariable.run", "java.util.concurrent.Future",
				"Return a CompletableFuture");
	}

	@Test
	void refusesAFutureOfWhichOnlyTheApplicationMakesInstances() {
		assertRefused(OfOwnFuture.class, "OfOwnFuture.run", "OwnFuture, which only the application",
				"Declare the general type");
	}

	@Test
	void refusesToReleaseAfterTheTransactionWhatEndsLater() {
		assertRefused(
				LockContexts.runner()
					.withBean(OfFutureAfterTransaction.class)
					.withBean(PlatformTransactionManager.class, () -> mock(PlatformTransactionManager.class)),
				"OfFutureAfterTransaction.run", "may end later than the transaction", "Use AFTER_METHOD");
	}

	@Test
	void refusesABeanThatNothingProxies() {
		assertRefused(LockContexts.runner().withUserConfiguration(EarlyConfiguration.class), "Service.run",
				"the bean 'early' is not proxied",
				"Register it as a bean that is created after all BeanPostProcessors");
		assertRefused(
				LockContexts.runner()
					.withInitializer((context) -> context.getBeanFactory().registerSingleton("manual", new Service())),
				"Service.run", "the bean 'manual' is not proxied", "Register it as a bean");
	}

	@Test
	void refusesAnAspectWhichNothingProxies() {
		assertRefused(LockContexts.runner().withBean(OfAspect.class), "OfAspect.run",
				"its class is an aspect, and no proxy is made for aspects.",
				"Move the work to a method of another bean");
	}

	@Test
	void refusesToRunWithoutAnAutoProxyCreator() {
		assertRefused(LockContexts.runner().withPropertyValues("spring.aop.auto=false").withBean(Service.class),
				"Service.run", "applies advice", "Remove 'spring.aop.auto=false'");
		LockContexts.runner()
			.withPropertyValues("spring.aop.auto=false")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void refusesToRunWithoutAClient() {
		assertRefused(LockContexts.withoutClient().withBean(Service.class), "Service.run", "no LockClient bean",
				"Configure Redis");
		LockContexts.withoutClient().run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void refusesToWaitForTransactionsThatNothingBegins() {
		ApplicationContextRunner runner = LockContexts.runner().withBean(AfterTransaction.class);
		for (ApplicationContextRunner without : List.of(runner,
				runner.withClassLoader(new FilteredClassLoader("org.springframework.transaction")))) {
			assertRefused(without, "AfterTransaction.run",
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
		assertRefused(type, type.getSimpleName() + ".run", "contains white space", "Write a name without white space");
	}

	@Test
	void refusesAKeyOfTheClassThatAMethodHasNoParameterFor() {
		assertRefused(ClassKey.class, "ClassKey.other", "'#id'", "#code");
	}

	@Test
	void refusesNamesWithoutTheirParameters(@TempDir Path directory) throws Exception {
		Class<?> type = UnnamedParameters.compile(directory);
		assertRefused(LockContexts.runner().withBean(type), "Unnamed.run", "'#id'",
				"Compile with the option '-parameters' so that parameters have names, or use #p0, #a0.");
	}

	@ParameterizedTest
	@CsvSource({ "prototype,false", "singleton,true" })
	void checksBeansThatDoNotExistYet(String scope, boolean lazy) {
		CREATED.set(false);
		assertRefused(LockContexts.runner().withBean(FinalMethod.class, FinalMethod::new, (definition) -> {
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

	private static void assertRefused(Class<?> type, String method, String problem, String action) {
		assertRefused(LockContexts.runner().withBean(type), method, problem, action);
	}

	private static void assertRefused(ApplicationContextRunner runner, String method, String problem, String action) {
		LockContexts.assertRefused(runner)
			.hasMessageContaining(method)
			.hasMessageContaining(problem)
			.satisfies((ex) -> assertThat(((LockDefinitionException) ex).getAction()).contains(action));
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

	static class Primitive {

		@DistributedLock(key = "key")
		public long run() {
			return 1;
		}

	}

	static class PrimitiveSkip {

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP)
		public int run() {
			return 1;
		}

	}

	static class PrimitiveNull {

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.RETURN_NULL)
		public boolean run() {
			return true;
		}

	}

	static class OfFuture {

		@DistributedLock(key = "key")
		public Future<String> run() {
			return new CompletableFuture<>();
		}

	}

	static class OfStream {

		@DistributedLock(key = "key")
		public Stream<String> run() {
			return Stream.empty();
		}

	}

	static class OfIterator {

		@DistributedLock(key = "key")
		public Iterator<String> run() {
			return Collections.emptyIterator();
		}

	}

	static class OfRunnable {

		@DistributedLock(key = "key")
		public Runnable run() {
			return () -> {
			};
		}

	}

	static class OfThread {

		@DistributedLock(key = "key")
		public Thread run() {
			return new Thread(() -> {
			});
		}

	}

	static class OfSupplier {

		@DistributedLock(key = "key")
		public Supplier<String> run() {
			return () -> "";
		}

	}

	static class OfSequence {

		@DistributedLock(key = "key")
		public Sequence<String> run() {
			return Collections::emptyIterator;
		}

	}

	static class OfFutureOfFuture {

		@DistributedLock(key = "key")
		public CompletableFuture<CompletableFuture<String>> run() {
			return new CompletableFuture<>();
		}

	}

	static class OfFutureOfStream {

		@DistributedLock(key = "key")
		public CompletionStage<Stream<String>> run() {
			return new CompletableFuture<>();
		}

	}

	static class OfCallableOfFuture {

		@DistributedLock(key = "key")
		public Callable<CompletableFuture<String>> run() {
			return CompletableFuture::new;
		}

	}

	static class OfOptionalFuture {

		@DistributedLock(key = "key")
		public Optional<CompletableFuture<String>> run() {
			return Optional.empty();
		}

	}

	static class OfFutureOfEntityOfFuture {

		@DistributedLock(key = "key")
		public CompletableFuture<ResponseEntity<CompletableFuture<String>>> run() {
			return new CompletableFuture<>();
		}

	}

	static class OfEntityOfFuture {

		@DistributedLock(key = "key")
		public HttpEntity<CompletableFuture<String>> run() {
			return new HttpEntity<>(new CompletableFuture<>());
		}

	}

	static class OwnEntity extends HttpEntity<CompletableFuture<String>> {

	}

	static class OfOwnEntityOfFuture {

		@DistributedLock(key = "key")
		public OwnEntity run() {
			return new OwnEntity();
		}

	}

	static class OfFutureOfSuppliers {

		@DistributedLock(key = "key")
		public CompletableFuture<Map<String, Supplier<String>>> run() {
			return new CompletableFuture<>();
		}

	}

	static class OfEntityOfAnything {

		@DistributedLock(key = "key")
		public ResponseEntity<?> run() {
			return ResponseEntity.ok("");
		}

	}

	static class OwnSupplier implements Supplier<String> {

		@Override
		public String get() {
			return "";
		}

	}

	static class OfOwnSupplier {

		@DistributedLock(key = "key")
		public OwnSupplier run() {
			return new OwnSupplier();
		}

	}

	abstract static class OfVariable<R> {

		@DistributedLock(key = "key")
		public R run() {
			throw new UnsupportedOperationException();
		}

	}

	static class OfFutureByVariable extends OfVariable<Future<String>> {

	}

	static class OwnFuture extends CompletableFuture<String> {

	}

	static class OfOwnFuture {

		@DistributedLock(key = "key")
		public OwnFuture run() {
			return new OwnFuture();
		}

	}

	static class OfFutureAfterTransaction {

		@DistributedLock(key = "key", release = LockRelease.AFTER_TRANSACTION)
		public CompletableFuture<String> run() {
			return new CompletableFuture<>();
		}

	}

	static class OfMono {

		@DistributedLock(key = "key")
		public Mono<String> run() {
			return Mono.empty();
		}

	}

	static class OfPublisher {

		@DistributedLock(key = "key")
		public Flow.Publisher<String> run() {
			throw new UnsupportedOperationException();
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
