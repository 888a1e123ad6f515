package io.github.lockstarter.aop;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockNotAcquiredException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link Fallback} and {@link FallbackFinder}: what is called when the lock was
 * not obtained.
 */
@ExtendWith(OutputCaptureExtension.class)
class FallbackTests {

	@Test
	void isCalledWithTheSameArgumentsInThePlaceOfTheMethod() {
		LockContexts.refusing(Orders.class, (orders, client) -> {
			assertThat(orders.place(7L, "book")).isEqualTo("later: 7 book");
			assertThat(client.events).containsExactly("refuse");
		});
	}

	@Test
	void isNotCalledWhenTheLockWasObtained() {
		LockContexts.with(Orders.class, (orders, client) -> {
			assertThat(orders.place(7L, "book")).isEqualTo("placed: 7 book");
			assertThat(client.events).containsExactly("acquire", "release");
		});
	}

	@Test
	void isToldWhyIfItAsks() {
		LockNotAcquiredException refusal = LockNotAcquiredException.crowded("any", Duration.ZERO,
				Duration.ofSeconds(30), 1);
		LockContexts.with(Orders.class, (orders, client) -> {
			client.refuse(() -> refusal);
			assertThat(orders.cancel("7")).containsExactly("7", refusal);
		});
	}

	@Test
	void mayReturnNullAndNothing() {
		LockContexts.refusing(Orders.class, (orders, client) -> {
			assertThat(orders.find("7")).isNull();
			orders.send("7");
			assertThat(Orders.LATER).containsExactly("7");
			Orders.LATER.clear();
		});
	}

	@Test
	void makesTheFailStrategyIrrelevant() {
		LockContexts.refusing(Orders.class, (orders, client) -> assertThat(orders.count("a", "b")).isEqualTo(-2));
	}

	@ParameterizedTest
	@MethodSource("failures")
	void passesItsOwnFailureOnAsItIs(Throwable failure) {
		LockContexts.refusing(Failing.class,
				(failing, client) -> assertThat(catchThrowable(() -> failing.run(failure))).isSameAs(failure));
	}

	static Stream<Throwable> failures() {
		return Stream.of(new IOException("checked"), new IllegalStateException("unchecked"),
				new AssertionError("error"),
				new LockNotAcquiredException("another", Duration.ZERO, Duration.ofSeconds(30)));
	}

	@Test
	void runsUnderNoLock() {
		LockContexts.refusing(Looking.class, (looking, client) -> assertThat(looking.locks()).isEmpty());
	}

	@Test
	void isTheOverloadWithTheSameParameters() {
		LockContexts.refusing(Overloads.class, (overloads, client) -> {
			assertThat(overloads.run("1")).isEqualTo("String");
			assertThat(overloads.run((Object) "1")).isEqualTo("Object");
			assertThat(overloads.run(1)).isEqualTo("int");
			assertThat(overloads.run(Integer.valueOf(1))).isEqualTo("Integer and why");
			assertThat(overloads.run(List.of("1"))).isEqualTo("List and why");
		});
	}

	@Test
	void mayBeAnOverloadOfTheMethodItself() {
		LockContexts.refusing(SameName.class, (bean, client) -> assertThat(bean.run("1")).isEqualTo("not run: 1"));
	}

	@Test
	void mayBeOneOfAGenericSuperclass() {
		LockContexts.refusing(Books.class, (books, client) -> {
			assertThat(books.store(new Book("a"))).isEqualTo("shelved a");
			assertThat(books.load(new Book("b"))).isEqualTo(Optional.of(new Book("none for b")));
		});
	}

	@Test
	void isTheOneThatOverridesIt() {
		LockContexts.refusing(Overriding.class, (bean, client) -> {
			assertThat(bean.run()).isEqualTo("overridden");
			assertThat(bean.hidden()).isEqualTo("private of the superclass");
		});
	}

	@Test
	void mayBeNamedOnAnInterface() {
		for (ApplicationContextRunner runner : List.of(LockContexts.runner(), LockContexts.byInterface())) {
			runner.withBean("bean", Implementation.class).run((context) -> {
				context.getBean(RecordingLockClient.class).refuse();
				Contract bean = context.getBean(Contract.class);
				assertThat(bean.inClass("1")).isEqualTo("private of the class: 1");
				assertThat(bean.inInterface("1")).isEqualTo("default of the interface: 1");
			});
		}
	}

	@Test
	void mayBeNamedOnAClassForAllItsMethods() {
		LockContexts.refusing(AnnotatedClass.class, (bean, client) -> {
			assertThat(bean.one("1")).isEqualTo("busy with 1");
			assertThat(bean.two(2)).isEqualTo(-2);
		});
	}

	@Test
	void isCalledOnTheBeanBehindSeveralProxies() {
		LockContexts.runner().withBean(Stateful.class, () -> {
			ProxyFactory factory = new ProxyFactory(new Stateful("state"));
			factory.setProxyTargetClass(true);
			return (Stateful) factory.getProxy();
		}).run((context) -> {
			context.getBean(RecordingLockClient.class).refuse();
			assertThat(context.getBean(Stateful.class).run()).isEqualTo("not run: state");
		});
	}

	@Test
	void isLoggedAtDebug(CapturedOutput output) {
		LockContexts.atDebug(() -> LockContexts.refusing(Orders.class, (orders, client) -> orders.place(7L, "book")));
		assertThat(output.getOut().lines().filter((line) -> line.contains("was not run"))).singleElement()
			.asString()
			.contains("DEBUG", "Lock 'Orders.place' with key 'order-7' was not acquired within 123 ms: "
					+ Orders.class.getName() + ".place was not run, but its fallback 'later'");
	}

	static class Orders {

		static final List<String> LATER = new ArrayList<>();

		@DistributedLock(key = "order-#{#id}", fallback = "later")
		public String place(Long id, String item) {
			return "placed: " + id + " " + item;
		}

		private String later(Long id, String item) {
			return "later: " + id + " " + item;
		}

		@DistributedLock(key = "order-#{#id}", fallback = "notCancelled")
		public List<Object> cancel(String id) {
			return List.of();
		}

		List<Object> notCancelled(String id, LockException ex) {
			return List.of(id, ex);
		}

		@DistributedLock(key = "order-#{#id}", fallback = "notFound")
		public @Nullable Object find(String id) {
			return id;
		}

		@Nullable String notFound(String id) {
			return null;
		}

		@DistributedLock(key = "order-#{#id}", fallback = "sendLater")
		public void send(String id) {
			throw new IllegalStateException("ran");
		}

		protected void sendLater(String id) {
			LATER.add(id);
		}

		@DistributedLock(key = "order-#{#ids}", fallback = "notCounted", failStrategy = LockFailStrategy.RETURN_NULL)
		public int count(String... ids) {
			return ids.length;
		}

		private int notCounted(String... ids) {
			return -ids.length;
		}

	}

	static class Failing {

		@DistributedLock(key = "key", fallback = "fail")
		public void run(Throwable failure) throws Throwable {
		}

		private void fail(Throwable failure) throws Throwable {
			throw failure;
		}

	}

	static class Looking {

		@DistributedLock(key = "key", fallback = "look")
		public List<?> locks() {
			return List.of("ran");
		}

		private List<?> look() {
			return LockContext.held();
		}

	}

	static class Overloads {

		@DistributedLock(key = "key", fallback = "busy")
		public String run(String value) {
			return "ran";
		}

		@DistributedLock(key = "key", fallback = "busy")
		public String run(Object value) {
			return "ran";
		}

		@DistributedLock(key = "key", fallback = "busy")
		public String run(int value) {
			return "ran";
		}

		@DistributedLock(key = "key", fallback = "busy")
		public String run(Integer value) {
			return "ran";
		}

		@DistributedLock(key = "key", fallback = "busy")
		public <T> String run(List<T> value) {
			return "ran";
		}

		private String busy(String value) {
			return "String";
		}

		private String busy(Object value) {
			return "Object";
		}

		private String busy(int value) {
			return "int";
		}

		private String busy(Integer value, LockException ex) {
			return "Integer and why";
		}

		private <T> String busy(List<T> value, LockException ex) {
			return "List and why";
		}

	}

	static class SameName {

		@DistributedLock(key = "key", fallback = "run")
		public String run(String value) {
			return "ran";
		}

		String run(String value, LockException ex) {
			return "not run: " + value;
		}

	}

	record Book(String title) {
	}

	abstract static class Shelf<T> {

		@DistributedLock(key = "key", fallback = "shelve")
		public String store(T item) {
			return "ran";
		}

		protected abstract String shelve(T item);

		protected Optional<T> none(T item) {
			return Optional.empty();
		}

	}

	interface Loading<T> {

		@DistributedLock(key = "key", fallback = "none")
		Optional<T> load(T item);

	}

	static class Books extends Shelf<Book> implements Loading<Book> {

		@Override
		protected String shelve(Book item) {
			return "shelved " + item.title();
		}

		@Override
		public Optional<Book> load(Book item) {
			return Optional.of(item);
		}

		@Override
		protected Optional<Book> none(Book item) {
			return Optional.of(new Book("none for " + item.title()));
		}

	}

	static class Overridden {

		@DistributedLock(key = "key", fallback = "busy")
		public CharSequence run() {
			return "ran";
		}

		protected CharSequence busy() {
			return "not overridden";
		}

		@DistributedLock(key = "key", fallback = "own")
		public String hidden() {
			return "ran";
		}

		private String own() {
			return "private of the superclass";
		}

	}

	static class Overriding extends Overridden {

		@Override
		public String run() {
			return "ran";
		}

		@Override
		protected String busy() {
			return "overridden";
		}

		String own() {
			return "of the subclass";
		}

	}

	interface Contract {

		@DistributedLock(key = "key", fallback = "busy")
		String inClass(String value);

		@DistributedLock(key = "key", fallback = "byDefault")
		String inInterface(String value);

		default String byDefault(String value) {
			return "default of the interface: " + value;
		}

	}

	static class Implementation implements Contract {

		@Override
		public String inClass(String value) {
			return "ran";
		}

		@Override
		public String inInterface(String value) {
			return "ran";
		}

		private String busy(String value) {
			return "private of the class: " + value;
		}

	}

	@DistributedLock(key = "key", fallback = "busy")
	static class AnnotatedClass {

		public String one(String value) {
			return "ran";
		}

		public int two(int value) {
			return value;
		}

		private String busy(String value) {
			return "busy with " + value;
		}

		private int busy(int value) {
			return -value;
		}

	}

	static class Stateful {

		private final @Nullable String state;

		Stateful() {
			this(null);
		}

		Stateful(@Nullable String state) {
			this.state = state;
		}

		@DistributedLock(key = "key", fallback = "busy")
		public String run() {
			return "ran";
		}

		private String busy() {
			return "not run: " + this.state;
		}

	}

}
