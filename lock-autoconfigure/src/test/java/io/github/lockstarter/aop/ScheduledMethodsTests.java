package io.github.lockstarter.aop;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a schedule whose turns fail while another instance works is mentioned.
 */
@ExtendWith(LogCapture.class)
class ScheduledMethodsTests {

	@Test
	void thatFailWhileAnotherInstanceHasTheLockAreMentioned(CapturedLog output) {
		LockContexts.runner().withBean(Failing.class).run((context) -> assertThat(context).hasNotFailed());
		assertThat(output.toString().lines().filter((line) -> line.contains("has a schedule"))).singleElement()
			.asString()
			.contains("INFO", Failing.class.getName() + ".run has a schedule, and fails with an exception whenever"
					+ " another instance has its lock. Set 'failStrategy = LockFailStrategy.SKIP' to skip such turns.");
	}

	@ParameterizedTest
	@ValueSource(classes = { Skipping.class, WithFallback.class, Unscheduled.class })
	void thatDoNotFailAreNot(Class<?> type, CapturedLog output) {
		LockContexts.runner().withBean(type).run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain("has a schedule");
	}

	static class Failing {

		@Scheduled(cron = "0 0 3 * * *")
		@DistributedLock(key = "report", waitTime = 0)
		public void run() {
		}

	}

	static class Skipping {

		@Scheduled(cron = "0 0 3 * * *")
		@DistributedLock(key = "report", waitTime = 0, failStrategy = LockFailStrategy.SKIP)
		public void run() {
		}

	}

	static class WithFallback {

		@Scheduled(cron = "0 0 3 * * *")
		@DistributedLock(key = "report", waitTime = 0, fallback = "leave")
		public void run() {
		}

		void leave() {
		}

	}

	static class Unscheduled {

		@DistributedLock(key = "report", waitTime = 0)
		public void run() {
		}

	}

}
