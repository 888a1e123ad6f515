package io.github.lockstarter.autoconfigure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import io.github.lockstarter.DistributedLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for methods that still hold their locks when the application ends.
 */
@ExtendWith(OutputCaptureExtension.class)
class HeldAtShutdownTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				AopAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory", "distributed-lock.drain-timeout=100ms");

	private final Report report = new Report();

	@Test
	void theMessageNamesTheMethodRatherThanItsAdvice(CapturedOutput output) {
		endWhileWriting(this.runner.withBean(Report.class, () -> this.report), Report.class,
				CompletableFuture::runAsync);
		assertThat(output).containsPattern("is still held .* it was acquired at \\S*Report\\S*\\.write\\(")
			.doesNotContain("LockedInvocation");
	}

	@Test
	void theMessageNamesTheMethodOfTheInterfaceRatherThanItsProxy(CapturedOutput output) {
		endWhileWriting(this.runner.withPropertyValues("spring.aop.proxy-target-class=false")
			.withBean(Report.class, () -> this.report), Writing.class, CompletableFuture::runAsync);
		assertThat(output)
			.containsPattern(
					"is still held .* it was acquired at " + Pattern.quote(Writing.class.getName()) + "\\.write\\(")
			.doesNotContain("$Proxy");
	}

	@Test
	void theMessageNamesNoMethodOfTheJdkThatRunsATask(CapturedOutput output) {
		endWhileWriting(
				this.runner.withUserConfiguration(Asynchronous.class)
					.withBean(AsynchronousReport.class, () -> new AsynchronousReport(this.report)),
				AsynchronousReport.class, Runnable::run);
		assertThat(output)
			.containsPattern(
					"Lock 'AsynchronousReport.write' with key 'report' is still held .* it was acquired by thread '")
			.doesNotContain("java.util.concurrent");
	}

	private void endWhileWriting(ApplicationContextRunner application, Class<? extends Writing> type, Executor caller) {
		application.run((context) -> {
			caller.execute(context.getBean(type)::write);
			assertThat(this.report.begun.await(20, TimeUnit.SECONDS)).isTrue();
		});
		this.report.end.countDown();
	}

	interface Writing {

		void write();

	}

	static class Report implements Writing {

		private final CountDownLatch begun = new CountDownLatch(1);

		private final CountDownLatch end = new CountDownLatch(1);

		@Override
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

	static class AsynchronousReport implements Writing {

		private final Report report;

		AsynchronousReport(Report report) {
			this.report = report;
		}

		@Async
		@Override
		@DistributedLock(key = "report")
		public void write() {
			this.report.write();
		}

	}

	@EnableAsync
	@Configuration(proxyBeanMethods = false)
	static class Asynchronous {

	}

}
