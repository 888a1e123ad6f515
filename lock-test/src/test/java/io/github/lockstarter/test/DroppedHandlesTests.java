package io.github.lockstarter.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.LockEvent;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockRefusedEvent;
import io.github.lockstarter.LockSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests what is said of handles that nobody closes.
 */
@ExtendWith(OutputCaptureExtension.class)
class DroppedHandlesTests {

	/** Handles are looked at every four seconds. */
	private static final LockSettings SHORT_LEASES = new LockSettings(
			LockOptions.NONE.with(LockOption.LEASE_TIME, Duration.ofSeconds(12)), Map.of());

	private final List<LockEvent> events = new CopyOnWriteArrayList<>();

	private RecordingLockClient locks(TestLockMode mode) {
		return TestLockClients.create(mode, SHORT_LEASES, this.events::add, LockInstrumentation.NONE);
	}

	private static void dropAHandle(RecordingLockClient locks, String key, CapturedOutput output) {
		acquireAndForget(locks, key);
		await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(500)).until(() -> {
			System.gc();
			return output.getOut().contains("The handle of lock '" + key + "'");
		});
	}

	private static void acquireAndForget(RecordingLockClient locks, String key) {
		assertThat(locks.lock(key).tryAcquire()).isPresent();
		locks.reset();
	}

	@ParameterizedTest
	@EnumSource(names = { "IN_MEMORY", "GRANTED" })
	void theCodeThatAcquiredItIsNamed(TestLockMode mode, CapturedOutput output) {
		try (RecordingLockClient locks = locks(mode)) {
			dropAHandle(locks, "dropped", output);
			assertThat(output).contains("acquired at " + getClass().getName() + ".acquireAndForget");
		}
	}

	@Test
	void aLockThatIsRefusedIsNobodysHandle(CapturedOutput output) {
		try (RecordingLockClient refusing = locks(TestLockMode.REFUSED);
				RecordingLockClient others = TestLockClients.create(TestLockMode.IN_MEMORY, SHORT_LEASES,
						LockEventListener.NONE, LockInstrumentation.NONE)) {
			assertThat(refusing.lock("refused").tryAcquire()).isEmpty();
			dropAHandle(others, "one", output);
			dropAHandle(others, "another", output);
			assertThat(output).doesNotContain("The handle of lock 'refused'");
			await().untilAsserted(() -> assertThat(this.events).singleElement().isInstanceOf(LockRefusedEvent.class));
		}
	}

}
