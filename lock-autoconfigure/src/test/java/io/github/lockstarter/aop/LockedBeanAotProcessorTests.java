package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.List;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.autoconfigure.LockAopAutoConfiguration;
import org.junit.jupiter.api.Test;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests what becomes of beans with locks when an application is processed ahead of time.
 */
class LockedBeanAotProcessorTests {

	private final InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();

	private final DefaultGenerationContext generation = new DefaultGenerationContext(
			new ClassNameGenerator(ClassName.get("test", "Application")), this.files);

	@Test
	void whatKeysAskForCanBeReached() {
		RuntimeHints hints = process(Locked.class);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(KeyRoot.class, "getMethodName"))
			.accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Order.class, "item")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Item.class, "getName")).accepts(hints);
	}

	@Test
	void theAnnotationAndTheMethodsCanBeReached() {
		RuntimeHints hints = process(Locked.class);
		assertThat(RuntimeHintsPredicates.proxies().forInterfaces(DistributedLock.class)).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(Locked.class)
			.withMemberCategories(MemberCategory.INVOKE_DECLARED_METHODS, MemberCategory.INVOKE_PUBLIC_METHODS))
			.accepts(hints);
	}

	@Test
	void anInheritedFallbackAndWhatAConditionAsksForCanBeReached() throws NoSuchMethodException {
		RuntimeHints hints = process(WithFallback.class);
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(Fallbacks.class.getDeclaredMethod("busy", Order.class))).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Item.class, "getName")).accepts(hints);
	}

	@Test
	void methodsThatAnInterfaceOrASuperclassLocksCanBeFound() throws NoSuchMethodException {
		RuntimeHints hints = process(PaperLedger.class);
		for (Method method : List.of(Ledger.class.getMethod("book", Order.class), Journal.class.getMethod("close"),
				Paper.class.getDeclaredMethod("erase"))) {
			assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(method)).as(method.toString())
				.accepts(hints);
		}
	}

	@Test
	void aBeanIsProxiedAheadOfTimeAndNotInitialized() {
		process(Locked.class, NotLocked.class);
		List<String> classes = List.copyOf(this.files.getGeneratedFiles(Kind.CLASS).keySet());
		assertThat(classes).anyMatch((name) -> name.contains("$Locked$$SpringCGLIB$$"))
			.noneMatch((name) -> name.contains("NotLocked"));
	}

	@Test
	void aBeanWithoutLocksNeedsNothing() {
		RuntimeHints hints = process(NotLocked.class);
		assertThat(RuntimeHintsPredicates.reflection().onType(KeyRoot.class)).rejects(hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(Item.class)).rejects(hints);
	}

	private RuntimeHints process(Class<?>... beans) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			AopConfigUtils.registerAutoProxyCreatorIfNecessary(context);
			AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(context);
			context.register(LockAopAutoConfiguration.class);
			context.register(beans);
			new ApplicationContextAotGenerator().processAheadOfTime(context, this.generation);
			this.generation.writeGeneratedContent();
		}
		return this.generation.getRuntimeHints();
	}

	static class Locked {

		Locked() {
			throw new IllegalStateException("initialized ahead of time");
		}

		@DistributedLock(key = "#{#root.methodName}_#{#order.item.name}")
		public void process(Order order) {
			// not called
		}

	}

	static class Fallbacks {

		protected void busy(Order order) {
			// not called
		}

	}

	static class WithFallback extends Fallbacks {

		@DistributedLock(key = "orders", fallback = "busy", condition = "#order.item.name != null")
		public void process(Order order) {
			// not called
		}

	}

	@DistributedLock(key = "ledger")
	interface Ledger {

		void book(Order order);

	}

	interface Journal {

		@DistributedLock(key = "journal")
		void close();

	}

	static class Paper {

		@DistributedLock(key = "paper")
		protected void erase() {
			// not called
		}

	}

	static class PaperLedger extends Paper implements Ledger, Journal {

		@Override
		public void book(Order order) {
			// not called
		}

		@Override
		public void close() {
			// not called
		}

	}

	static class NotLocked {

		public void process(Order order) {
			// not called
		}

	}

	record Order(Item item) {
	}

	static class Item {

		public String getName() {
			return "kettle";
		}

	}

}
