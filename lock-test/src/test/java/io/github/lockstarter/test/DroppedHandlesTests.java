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

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests what is said of handles that nobody closes.
 */
@ExtendWith(OutputCaptureExtension.class)
class DroppedHandlesTests {

	private static final LockSettings SHORT_LEASES = new LockSettings(
			LockOptions.NONE.with(LockOption.LEASE_TIME, Duration.ofSeconds(1)), Map.of());

	private final List<LockEvent> events = new CopyOnWriteArrayList<>();

	private RecordingLockClient locks(TestLockMode mode) {
		return TestLockClients.create(mode, SHORT_LEASES, this.events::add, LockInstrumentation.NONE);
	}

	private static void dropAHandle(RecordingLockClient locks, CapturedOutput output) {
		acquireAndForget(locks);
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			System.gc();
			return output.getOut().contains("The handle of lock 'dropped'");
		});
	}

	private static void acquireAndForget(RecordingLockClient locks) {
		assertThat(locks.lock("dropped").tryAcquire()).isPresent();
		locks.reset();
	}

	@Test
	void aLockThatIsRefusedIsNobodysHandle(CapturedOutput output) {
		try (RecordingLockClient refusing = locks(TestLockMode.REFUSED);
				RecordingLockClient others = TestLockClients.create(TestLockMode.IN_MEMORY, SHORT_LEASES,
						LockEventListener.NONE, LockInstrumentation.NONE)) {
			assertThat(refusing.lock("refused").tryAcquire()).isEmpty();
			dropAHandle(others, output);
			assertThat(output).doesNotContain("The handle of lock 'refused'");
			await().untilAsserted(() -> assertThat(this.events).singleElement().isInstanceOf(LockRefusedEvent.class));
		}
	}

}
