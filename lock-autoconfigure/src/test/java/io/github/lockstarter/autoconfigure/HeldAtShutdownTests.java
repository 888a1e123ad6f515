package io.github.lockstarter.autoconfigure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.DistributedLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for methods that still hold their locks when the application ends.
 */
@ExtendWith(OutputCaptureExtension.class)
class HeldAtShutdownTests {

	@Test
	void theMessageNamesTheMethodRatherThanItsAdvice(CapturedOutput output) {
		Report report = new Report();
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
					AopAutoConfiguration.class))
			.withPropertyValues("distributed-lock.store=memory", "distributed-lock.drain-timeout=100ms")
			.withBean(Report.class, () -> report)
			.run((context) -> {
				CompletableFuture.runAsync(context.getBean(Report.class)::write);
				assertThat(report.begun.await(20, TimeUnit.SECONDS)).isTrue();
			});
		report.end.countDown();
		assertThat(output).containsPattern("is still held .* it was acquired at \\S*Report\\S*\\.write\\(")
			.doesNotContain("LockedInvocation");
	}

	static class Report {

		private final CountDownLatch begun = new CountDownLatch(1);

		private final CountDownLatch end = new CountDownLatch(1);

		@DistributedLock(key = "report")
		public void write() {
			this.begun.countDown();
			try {
				this.end.await(20, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

	}

}
