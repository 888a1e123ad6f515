package io.github.lockstarter.aop;

import java.util.List;
import java.util.Optional;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockException;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FallbackFinder}: which method a name means.
 */
class FallbackFinderTests {

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

}
