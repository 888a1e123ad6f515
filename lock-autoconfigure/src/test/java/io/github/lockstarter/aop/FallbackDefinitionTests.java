package io.github.lockstarter.aop;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockNotAcquiredException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FallbackFinder}: what start-up refuses.
 */
class FallbackDefinitionTests {

	@Test
	void refusesAMissingMethod() {
		assertRefused(Missing.class, "its 'fallback' is 'busy', but its class has no other method of that name.",
				"Declare 'List<Optional<String>> busy(String, int[])' or"
						+ " 'List<Optional<String>> busy(String, int[], LockException)' in its class.");
	}

	@Test
	void refusesMoreThanAName() {
		assertRefused(NamedWithParentheses.class, "its 'fallback' is 'busy()', which is more than a name.",
				"Write only the name, 'busy'.");
	}

	@Test
	void refusesABlankName() {
		assertRefused(NamedBlank.class, "its 'fallback' is blank.",
				"Write the name of a method of its class, or leave it out.");
	}

	@Test
	void refusesOtherParameters() {
		assertRefused(OtherParameters.class,
				"its fallback has other parameters: 'busy()', 'busy(Integer)', 'busy(LockException, String)',"
						+ " 'busy(Object)', 'busy(String, LockNotAcquiredException)'.",
				"Declare 'void busy(String)' or 'void busy(String, LockException)' in its class.");
		assertRefused(OtherElements.class, "its fallback has other parameters: 'busy(List<Integer>)'.",
				"Declare 'T busy(List<String>)' or 'T busy(List<String>, LockException)' in its class.");
	}

	@Test
	void refusesTheMethodItself() {
		assertRefused(Itself.class, "its 'fallback' is 'run', but its class has no other method of that name.",
				"Declare 'void run(String, LockException)' in its class.");
	}

	@Test
	void refusesTwoThatFit() {
		assertRefused(Ambiguous.class, "its fallback is ambiguous: 'busy(String)', 'busy(String, LockException)'.",
				"Keep one of them, or give one another name.");
	}

	@Test
	void refusesAStaticMethod() {
		assertRefused(Static.class, "its fallback 'busy()' is static, but is called on the bean.",
				"Remove 'static' from it.");
	}

	@Test
	void refusesAnotherReturnType() {
		assertRefused(ReturnsObject.class, "its fallback 'busy()' returns 'Object'.",
				"Let it return 'String', as the method does.");
		assertRefused(ReturnsNothing.class, "its fallback 'busy()' returns 'void'.",
				"Let it return 'Object', as the method does.");
		assertRefused(ReturnsSomething.class, "its fallback 'busy()' returns 'String'.",
				"Let it return 'void', as the method does.");
		assertRefused(ReturnsWrapper.class, "its fallback 'busy()' returns 'Integer'.",
				"Let it return 'int', as the method does.");
		assertRefused(ReturnsOtherElements.class, "its fallback 'busy()' returns 'Optional<Integer>'.",
				"Let it return 'Optional<String>', as the method does.");
	}

	@Test
	void acceptsASubtypeAndAPrimitiveForItsWrapper() {
		LockContexts.refusing(ReturnsSubtypes.class, (bean, client) -> {
			assertThat(bean.text()).isEqualTo("text");
			assertThat(bean.number()).isEqualTo(7);
		});
	}

	@Test
	void refusesAMethodThatIsLockedItself() {
		assertRefused(Locked.class, "its fallback 'busy()' is locked itself",
				"Name a method without @DistributedLock; if the annotation is on the class, make it private.");
		assertRefused(LockedByClass.class, "its fallback 'busy()' is locked itself",
				"Name a method without @DistributedLock; if the annotation is on the class, make it private.");
	}

	@Test
	void refusesCheckedExceptionsThatTheMethodDoesNotDeclare() {
		assertRefused(Throwing.class, "its fallback 'busy()' throws java.io.IOException",
				"Let it throw what the method declares, or an unchecked exception.");
	}

	@Test
	void refusesAPrimitiveUnderSkipWithoutAFallbackOnly() {
		assertRefused(PrimitiveSkip.class, "it returns the primitive 'int'", "or write a fallback.");
		LockContexts.refusing(PrimitiveWithFallback.class, (bean, client) -> assertThat(bean.run()).isEqualTo(-1));
	}

	private static void assertRefused(Class<?> type, String problem, String action) {
		LockContexts.assertRefused(LockContexts.runner().withBean(type))
			.hasMessageStartingWith("The method " + type.getName())
			.hasMessageContaining(" can't be locked: ")
			.hasMessageContaining(problem)
			.satisfies((ex) -> assertThat(((LockDefinitionException) ex).getAction()).endsWith(action));
	}

	static class NamedWithParentheses {

		@DistributedLock(key = "key", fallback = "busy()")
		public void run() {
		}

		void busy() {
		}

	}

	static class NamedBlank {

		@DistributedLock(key = "key", fallback = " ")
		public void run() {
		}

	}

	static class Missing {

		@DistributedLock(key = "key", fallback = "busy")
		public List<Optional<String>> run(String text, int[] numbers) {
			return List.of();
		}

	}

	static class OtherParameters {

		@DistributedLock(key = "key", fallback = "busy")
		public void run(String text) {
		}

		void busy() {
		}

		void busy(Integer number) {
		}

		void busy(Object object) {
		}

		void busy(LockException ex, String text) {
		}

		void busy(String text, LockNotAcquiredException ex) {
		}

	}

	static class OtherElements {

		@DistributedLock(key = "key", fallback = "busy")
		public <T> T run(List<String> texts) {
			throw new IllegalStateException("ran");
		}

		<T> T busy(List<Integer> numbers) {
			throw new IllegalStateException("ran");
		}

	}

	static class Itself {

		@DistributedLock(key = "key", fallback = "run")
		public void run(String text) {
		}

	}

	static class Ambiguous {

		@DistributedLock(key = "key", fallback = "busy")
		public void run(String text) {
		}

		void busy(String text) {
		}

		void busy(String text, LockException ex) {
		}

	}

	static class Static {

		@DistributedLock(key = "key", fallback = "busy")
		public void run() {
		}

		static void busy() {
		}

	}

	static class ReturnsObject {

		@DistributedLock(key = "key", fallback = "busy")
		public String run() {
			return "ran";
		}

		Object busy() {
			return "busy";
		}

	}

	static class ReturnsNothing {

		@DistributedLock(key = "key", fallback = "busy")
		public Object run() {
			return "ran";
		}

		void busy() {
		}

	}

	static class ReturnsSomething {

		@DistributedLock(key = "key", fallback = "busy")
		public void run() {
		}

		String busy() {
			return "busy";
		}

	}

	static class ReturnsWrapper {

		@DistributedLock(key = "key", fallback = "busy")
		public int run() {
			return 1;
		}

		Integer busy() {
			return 2;
		}

	}

	static class ReturnsOtherElements {

		@DistributedLock(key = "key", fallback = "busy")
		public Optional<String> run() {
			return Optional.empty();
		}

		Optional<Integer> busy() {
			return Optional.empty();
		}

	}

	static class ReturnsSubtypes {

		@DistributedLock(key = "key", fallback = "busyText")
		public CharSequence text() {
			return "ran";
		}

		String busyText() {
			return "text";
		}

		@DistributedLock(key = "key", fallback = "busyNumber")
		public Object number() {
			return "ran";
		}

		int busyNumber() {
			return 7;
		}

	}

	static class Locked {

		@DistributedLock(key = "key", fallback = "busy")
		public void run() {
		}

		@DistributedLock(key = "another")
		public void busy() {
		}

	}

	@DistributedLock(key = "key", fallback = "busy")
	static class LockedByClass {

		public void run() {
		}

		public void busy() {
		}

	}

	static class Throwing {

		@DistributedLock(key = "key", fallback = "busy")
		public void run() {
		}

		void busy() throws IOException {
		}

	}

	static class PrimitiveSkip {

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP)
		public int run() {
			return 1;
		}

	}

	static class PrimitiveWithFallback {

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP, fallback = "busy")
		public int run() {
			return 1;
		}

		private int busy() {
			return -1;
		}

	}

}
