package io.github.lockstarter.aop;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.autoconfigure.LockAopAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.testing.FailingLog;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for annotated methods under a log that throws errors.
 */
@ExtendWith(LogCapture.class)
class FailingMethodLogTests {

	@Test
	void aMethodRunsAndGivesItsLockBackThoughTheLogFails() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
					AopAutoConfiguration.class))
			.withPropertyValues("distributed-lock.store=memory")
			.withBean(Work.class)
			.run((context) -> {
				Work work = context.getBean(Work.class);
				LockContexts.atDebug(() -> {
					try (FailingLog log = FailingLog.begin()) {
						assertThat(work.run()).isEqualTo("done");
						assertThat(log.failures()).isPositive();
					}
				});
				assertThat(context.getBean(LockClient.class).lock("key").inspect().held()).isFalse();
			});
	}

	static class Work {

		@DistributedLock(key = "key")
		public String run() {
			return "done";
		}

	}

}
