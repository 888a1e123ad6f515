package io.github.lockstarter.aop;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the names of locks: which are refused, and which are reported.
 */
@ExtendWith(LogCapture.class)
class LockNameTests {

	private static final ApplicationContextRunner LOCKS = LockContexts.runner();

	@Test
	void mayHaveAPlaceholder() {
		assertThat(nameOf(LOCKS.withPropertyValues("shop.region=eu"))).isEqualTo("orders-eu");
	}

	@Test
	void needsAValueForItsPlaceholder() {
		LockContexts.assertRefused(LOCKS.withBean(WithPlaceholder.class))
			.hasMessageContaining("WithPlaceholder.run can't be locked: its lock name 'orders-${shop.region}' has a"
					+ " placeholder without a value.")
			.hasMessageContaining("Set that property, or give the placeholder a default, as in '${name:orders}'.");
	}

	@ParameterizedTest
	@CsvSource({ "' '", "'two words'" })
	void mayNotBecomeBlankOrHaveWhiteSpace(String region) {
		LockContexts.assertRefused(LOCKS.withPropertyValues("shop.region=" + region).withBean(OnlyAPlaceholder.class))
			.hasMessageContaining("its lock name '${shop.region}'");
	}

	@Test
	void isTheSameForAllCalls() {
		LockContexts.assertRefused(LOCKS.withBean(WithExpression.class))
			.hasMessageContaining(
					"its lock name 'order-#{#id}' has an expression, but a name is the same for all calls.")
			.hasMessageContaining("Write the expression in 'key', and a name such as 'WithExpression.run', or none.");
	}

	@Test
	void ofTwoClassesIsReported(CapturedLog output) {
		LOCKS.withBean("one", One.Handler.class).withBean("other", Other.Handler.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output.toString().lines().filter((line) -> line.contains("'Handler.handle'"))).singleElement()
				.asString()
				.contains("WARN",
						One.Handler.class.getName() + ".handle and " + Other.Handler.class.getName() + ".handle",
						"Settings and metrics treat them as one lock: set 'name' in one of the annotations.");
		});
	}

	@Test
	void ofOverloadsSeveralBeansOrOnPurposeIsNotReported(CapturedLog output) {
		LOCKS.withBean("one", One.Handler.class)
			.withBean("again", One.Handler.class)
			.withBean(Named.class)
			.withBean(NamedAlike.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).doesNotContain("WARN");
			});
	}

	private static String nameOf(ApplicationContextRunner runner) {
		String[] name = new String[1];
		runner.withBean(WithPlaceholder.class)
			.run((context) -> name[0] = context.getBean(LockedMethodValidator.class).lockNames().iterator().next());
		return name[0];
	}

	static class WithPlaceholder {

		@DistributedLock(key = "key", name = "orders-${shop.region}")
		public void run() {
		}

	}

	static class OnlyAPlaceholder {

		@DistributedLock(key = "key", name = "${shop.region}")
		public void run() {
		}

	}

	static class WithExpression {

		@DistributedLock(key = "key", name = "order-#{#id}")
		public void run(String id) {
		}

	}

	static class One {

		static class Handler {

			@DistributedLock(key = "one")
			public void handle() {
			}

			@DistributedLock(key = "one-#{#id}")
			public void handle(String id) {
			}

		}

	}

	static class Other {

		static class Handler {

			@DistributedLock(key = "other")
			public void handle() {
			}

		}

	}

	static class Named {

		@DistributedLock(key = "named", name = "named")
		public void run() {
		}

	}

	static class NamedAlike {

		@DistributedLock(key = "named", name = "named")
		public void run() {
		}

	}

}
