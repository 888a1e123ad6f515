package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Writes a lease that is too short wherever one can be written.
 */
class SameLimitsEverywhereTests {

	private static final Duration TOO_SHORT = Duration.ofMillis(99);

	private static final String LIMITS = ", but it has to be from 100ms to ten years. ";

	private static final String REFUSAL = LIMITS
			+ "Use a duration like '30s', several times longer than the longest pause you expect.";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				AopAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory");

	@Test
	void inAPropertyOfAllLocks() {
		assertFails(this.runner.withPropertyValues("distributed-lock.lease-time=99ms"),
				"The property 'distributed-lock.lease-time' is '99ms'");
	}

	@Test
	void inAPropertyOfOneLock() {
		assertFails(this.runner.withPropertyValues("distributed-lock.locks.orders.lease-time=99ms"),
				"The property 'distributed-lock.locks.orders.lease-time' is '99ms'");
	}

	@Test
	void inAnAnnotation() {
		assertFails(this.runner.withBean(Annotated.class),
				"The method " + Annotated.class.getName()
						+ ".run can't be locked: its attribute 'leaseTime' is '99' (99ms)",
				LIMITS + "Write leaseTime = 30000");
		assertFails(this.runner.withBean(AnnotatedWithText.class), "The method " + AnnotatedWithText.class.getName()
				+ ".run can't be locked: its attribute 'leaseTimeString' is '99ms'");
	}

	@Test
	void inCode() {
		this.runner.run((context) -> {
			LockClient client = context.getBean(LockClient.class);
			assertRefused(() -> client.lock("order:1").leaseTime(TOO_SHORT), "The option 'leaseTime'");
			try (LockHandle held = client.lock("order:1").acquire()) {
				assertRefused(() -> held.extend(TOO_SHORT), "The lease to extend to");
			}
		});
	}

	private static void assertFails(ApplicationContextRunner runner, String where) {
		assertFails(runner, where, REFUSAL);
	}

	private static void assertFails(ApplicationContextRunner runner, String where, String refusal) {
		runner.run((context) -> assertThat(context).getFailure().hasStackTraceContaining(where + refusal));
	}

	private static void assertRefused(ThrowingCallable code, String what) {
		assertThatIllegalArgumentException().isThrownBy(code).withMessage(what + " is '99ms'" + REFUSAL);
	}

	static class Annotated {

		@DistributedLock(key = "order:1", leaseTime = 99, timeUnit = TimeUnit.MILLISECONDS)
		public void run() {
		}

	}

	static class AnnotatedWithText {

		@DistributedLock(key = "order:1", leaseTimeString = "99ms")
		public void run() {
		}

	}

}
