package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockKeyException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for a key that is no well-formed text, wherever it comes from.
 */
class MalformedKeyTests {

	@Test
	void isRefusedInWords() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
					AopAutoConfiguration.class))
			.withPropertyValues("distributed-lock.store=memory")
			.withBean(Annotated.class)
			.run((context) -> {
				assertRefused(() -> context.getBean(LockClient.class).lock("order:\ud800"));
				assertRefused(() -> context.getBean(Annotated.class).run("\ud800"))
					.withMessageContaining("A key of " + Annotated.class.getName() + ".run can't be locked. The key");
			});
	}

	private static ThrowableAssertAlternative<LockKeyException> assertRefused(ThrowingCallable code) {
		return assertThatExceptionOfType(LockKeyException.class).isThrownBy(code)
			.withMessageContaining("'order:?' contains half of a surrogate pair");
	}

	static class Annotated {

		@DistributedLock(key = "order:#{#id}")
		public void run(String id) {
		}

	}

}
