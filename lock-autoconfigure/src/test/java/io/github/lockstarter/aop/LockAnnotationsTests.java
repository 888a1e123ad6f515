package io.github.lockstarter.aop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.function.Consumer;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockOption;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.core.annotation.AliasFor;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LockAnnotations}, through proxies of classes and of interfaces.
 */
class LockAnnotationsTests {

	@Test
	void findsTheAnnotationOfAMethodBeforeThatOfTheClass() {
		assertKey(OfClass.class, OfClass::own, "own");
		assertKey(OfClass.class, OfClass::plain, "class");
	}

	@Test
	void aClassLevelAnnotationMeansPublicMethodsOfTheUsersClassOnly() {
		LockContexts.with(OfClass.class, (bean, client) -> {
			assertThat(bean).hasToString("plain");
			bean.packagePrivate();
			assertThat(client.acquisitions).isEmpty();
		});
	}

	@Test
	void inheritsTheAnnotationOfASuperclass() {
		assertKey(Extending.class, Extending::plain, "class");
		assertKey(Extending.class, Extending::own, "own");
		assertKey(Extending.class, Extending::added, "class");
	}

	@Test
	void aClassLevelAnnotationLeavesInheritedMethodsAlone() {
		LockContexts.with(Inheriting.class, (bean, client) -> {
			bean.run();
			assertThat(client.acquisitions).isEmpty();
			bean.added();
			assertThat(client.acquisitions).hasSize(1);
		});
	}

	@Test
	void findsTheAnnotationsOfInterfacesThroughProxiesOfClasses() {
		assertKey(Implementing.class, Implementing::own, "interface method");
		assertKey(Implementing.class, Implementing::plain, "interface");
		assertKey(Implementing.class, Implementing::inherited, "interface default");
		LockContexts.with(Implementing.class, (bean, client) -> {
			bean.besides();
			assertThat(client.acquisitions).isEmpty();
		});
	}

	@Test
	void findsTheAnnotationsOfInterfacesThroughProxiesOfInterfaces() {
		LockContexts.byInterface().withBean("bean", Implementing.class).run((context) -> {
			OfInterface bean = context.getBean(OfInterface.class);
			assertThat(bean).isNotInstanceOf(Implementing.class);
			bean.own();
			bean.plain();
			bean.inherited();
			assertThat(context.getBean(RecordingLockClient.class).acquisitions)
				.extracting((acquisition) -> acquisition.keys.get(0))
				.containsExactly("interface method", "interface", "interface default");
		});
	}

	@Test
	void findsTheAnnotationOfAClassBehindItsInterface() {
		LockContexts.byInterface().withBean("bean", Annotated.class).run((context) -> {
			context.getBean(Plain.class).call("42");
			assertThat(context.getBean(RecordingLockClient.class).last().keys).containsExactly("class-42");
			assertThat(context.getBean(RecordingLockClient.class).last().name).isEqualTo("Annotated.call");
		});
	}

	@Test
	void theClassBeatsTheInterfaceMethod() {
		assertKey(BothLevels.class, BothLevels::own, "class of both");
	}

	@Test
	void findsTheAnnotationBehindABridge() {
		LockContexts.with(StringHandler.class, (bean, client) -> {
			Handler<String> handler = bean;
			handler.handle("42");
			assertThat(client.last().keys).containsExactly("handle-42");
			assertThat(client.acquisitions).hasSize(1);
		});
		LockContexts.with(PlainStringHandler.class, (bean, client) -> {
			bean.handle("42");
			assertThat(client.last().keys).containsExactly("any-42");
		});
	}

	@Test
	void findsTheAnnotationOfAnInterfaceThatOnlyAProxyImplements() {
		LockContexts.runner().withBean("bean", RepositoryFactory.class).run((context) -> {
			assertThat(context.getBean(Repository.class).find("42")).isEqualTo("found");
			RecordingLockClient client = context.getBean(RecordingLockClient.class);
			assertThat(client.acquisitions).hasSize(1);
			assertThat(client.last().keys).containsExactly("find-42");
			assertThat(client.last().name).isEqualTo("Repository.find");
		});
	}

	@Test
	void findsTheAnnotationOfAFunctionalInterface() {
		LockContexts.runner().withBean(Repository.class, () -> (id) -> "found " + id).run((context) -> {
			assertThat(context.getBean(Repository.class).find("42")).isEqualTo("found 42");
			assertThat(context.getBean(RecordingLockClient.class).last().keys).containsExactly("find-42");
		});
	}

	@Test
	void mergesAComposedAnnotation() {
		LockContexts.with(Composed.class, (bean, client) -> {
			bean.overridden("42");
			assertThat(client.last().keys).containsExactly("composed-42");
			assertThat(client.last().name).isEqualTo("orders");
			assertThat(client.last().options.get(LockOption.LEASE_TIME)).hasSeconds(5);
			bean.overridden();
			assertThat(client.last().keys).containsExactly("fixed");
		});
	}

	@Test
	void leavesOtherBeansAlone() {
		LockContexts.with(Unlocked.class, (bean, client) -> {
			bean.run();
			assertThat(bean.getClass()).isEqualTo(Unlocked.class);
			assertThat(client.acquisitions).isEmpty();
		});
	}

	@Test
	void remembersThatAMethodIsNotAnnotated() throws NoSuchMethodException {
		LockAnnotations annotations = new LockAnnotations();
		assertThat(annotations.find(OfClass.class.getDeclaredMethod("packagePrivate"), OfClass.class)).isNull();
		assertThat(annotations.find(OfClass.class.getDeclaredMethod("packagePrivate"), OfClass.class)).isNull();
		assertThat(annotations.areOn(Unlocked.class)).isFalse();
		assertThat(annotations.find(OfClass.class.getDeclaredMethod("own"), OfClass.class))
			.isSameAs(annotations.find(OfClass.class.getDeclaredMethod("own"), OfClass.class));
	}

	private static <T> void assertKey(Class<T> type, Consumer<T> call, String key) {
		LockContexts.with(type, (bean, client) -> {
			call.accept(bean);
			assertThat(client.acquisitions).hasSize(1);
			assertThat(client.last().keys).containsExactly(key);
		});
	}

	@DistributedLock(key = "class")
	static class OfClass {

		@DistributedLock(key = "own")
		public void own() {
		}

		public void plain() {
		}

		void packagePrivate() {
		}

		@Override
		public String toString() {
			return "plain";
		}

	}

	static class Extending extends OfClass {

		@Override
		public void own() {
		}

		public void added() {
		}

	}

	@DistributedLock(key = "interface")
	interface OfInterface {

		@DistributedLock(key = "interface method")
		void own();

		void plain();

		@DistributedLock(key = "interface default")
		default void inherited() {
		}

	}

	static class Implementing implements OfInterface {

		@Override
		public void own() {
		}

		@Override
		public void plain() {
		}

		public void besides() {
		}

	}

	@DistributedLock(key = "class of both")
	static class BothLevels extends Implementing {

		@Override
		public void own() {
		}

	}

	interface Plain {

		void call(String id);

	}

	static class Annotated implements Plain {

		@Override
		@DistributedLock(key = "class-#{#id}")
		public void call(String id) {
		}

	}

	interface Handler<T> {

		@DistributedLock(key = "any-#{#message}")
		void handle(T message);

	}

	static class StringHandler implements Handler<String> {

		@Override
		@DistributedLock(key = "handle-#{#text}")
		public void handle(String text) {
		}

	}

	static class PlainStringHandler implements Handler<String> {

		@Override
		public void handle(String text) {
		}

	}

	interface Repository {

		@DistributedLock(key = "find-#{#id}")
		String find(String id);

	}

	static class RepositoryFactory implements FactoryBean<Repository> {

		@Override
		public Repository getObject() {
			ProxyFactory factory = new ProxyFactory(Repository.class, (MethodInterceptor) (invocation) -> "found");
			factory.setTarget(new Object());
			return (Repository) factory.getProxy();
		}

		@Override
		public Class<?> getObjectType() {
			return Repository.class;
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(key = "fixed", name = "orders")
	@interface OrderLock {

		@AliasFor(annotation = DistributedLock.class, attribute = "key")
		String[] value() default "fixed";

		@AliasFor(annotation = DistributedLock.class)
		long leaseTime() default 5;

	}

	static class Composed {

		@OrderLock("composed-#{#id}")
		public void overridden(String id) {
		}

		@OrderLock
		public void overridden() {
		}

	}

	static class Unlocked {

		@Deprecated
		public void run() {
		}

	}

	@DistributedLock(key = "inheriting")
	static class Inheriting extends Unlocked {

		public void added() {
		}

	}

}
