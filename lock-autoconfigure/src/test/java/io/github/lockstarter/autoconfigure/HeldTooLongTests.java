package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockClient.LockSpec;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Keeps a lock for longer than it may be held, wherever that can be written.
 */
class HeldTooLongTests {

	private static final String ADVICE = " Shorten the one or lengthen the other.";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				AopAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory");

	@Test
	void isRefusedInAnAnnotation() {
		assertRefused(this.runner.withBean(Annotated.class), "The method " + Annotated.class.getName()
				+ ".run can't be locked: its 'minHold' (1m) is longer than its 'maxHold' (5s)." + ADVICE);
	}

	@Test
	void isRefusedInAnAnnotationThatThePropertiesContradict() {
		assertRefused(this.runner.withBean(KeptLong.class).withPropertyValues("distributed-lock.max-hold=10s"),
				"its 'minHold' (1m) is longer than its 'maxHold' (10s)." + ADVICE);
	}

	@Test
	void isRefusedInTheProperties() {
		assertRefused(
				this.runner.withPropertyValues("distributed-lock.locks.job.min-hold=60s",
						"distributed-lock.locks.job.max-hold=5s"),
				"The property 'distributed-lock.locks.job.min-hold' (1m) is longer than"
						+ " 'distributed-lock.locks.job.max-hold' (5s)." + ADVICE);
		assertRefused(
				this.runner.withPropertyValues("distributed-lock.locks.job.min-hold=60s",
						"distributed-lock.max-hold=5s"),
				"The property 'distributed-lock.locks.job.min-hold' (1m) is longer than"
						+ " 'distributed-lock.max-hold' (5s)." + ADVICE);
	}

	@Test
	void isRefusedInCode() {
		this.runner.run((context) -> {
			LockSpec lock = context.getBean(LockClient.class)
				.lock("job")
				.minHold(Duration.ofMinutes(1))
				.maxHold(Duration.ofSeconds(5));
			assertThatIllegalArgumentException().isThrownBy(lock::acquire)
				.withMessage("The option 'minHold' (1m) is longer than the option 'maxHold' (5s)." + ADVICE);
			assertThatIllegalArgumentException().isThrownBy(lock::asLock);
			assertThat(lock.inspect().held()).isFalse();
		});
	}

	@Test
	void isNotTheSameAsForExactlyThatLong() {
		this.runner.withPropertyValues("distributed-lock.locks.job.min-hold=5s", "distributed-lock.max-hold=5s")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	private static void assertRefused(ApplicationContextRunner runner, String message) {
		runner.run((context) -> assertThat(context).getFailure().hasStackTraceContaining(message));
	}

	static class Annotated {

		@DistributedLock(key = "job", minHold = 60, maxHold = 5)
		public void run() {
		}

	}

	static class KeptLong {

		@DistributedLock(key = "job", minHold = 60)
		public void run() {
		}

	}

}
