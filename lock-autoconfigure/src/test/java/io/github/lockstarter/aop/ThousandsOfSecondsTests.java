package io.github.lockstarter.aop;

import java.util.concurrent.TimeUnit;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that whole thousands of seconds, which look like milliseconds, are reported.
 */
@ExtendWith(LogCapture.class)
class ThousandsOfSecondsTests {

	@Test
	void areReportedOnceAtStartUp(CapturedLog output) {
		LockContexts.with(MeantAsMillis.class, (bean, client) -> bean.run());
		assertThat(output.toString().lines().filter((line) -> line.contains("WARN"))).hasSize(2)
			.anySatisfy((line) -> assertThat(line).contains(MeantAsMillis.class.getName() + ".run",
					"has 'waitTime = 3000', which is 50m, since its unit is seconds. If milliseconds are meant, write"
							+ " 'waitTimeString = \"3000ms\"', and else 'waitTimeString = \"3000s\"'."))
			.anySatisfy((line) -> assertThat(line).contains("has 'leaseTime = 30000', which is 8h20m"));
	}

	@ParameterizedTest
	@ValueSource(classes = { Hours.class, Millis.class, Text.class })
	void areNotAllLargeNumbers(Class<?> type, CapturedLog output) {
		LockContexts.runner().withBean(type).run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain("WARN");
	}

	static class MeantAsMillis {

		@DistributedLock(key = "key", waitTime = 3000, leaseTime = 30000)
		public void run() {
		}

	}

	static class Hours {

		@DistributedLock(key = "key", waitTime = 900, leaseTime = 3600, maxHold = 86400)
		public void run() {
		}

	}

	static class Millis {

		@DistributedLock(key = "key", waitTime = 3000, leaseTime = 30000, timeUnit = TimeUnit.MILLISECONDS)
		public void run() {
		}

	}

	static class Text {

		@DistributedLock(key = "key", waitTimeString = "3000s")
		public void run() {
		}

	}

}
