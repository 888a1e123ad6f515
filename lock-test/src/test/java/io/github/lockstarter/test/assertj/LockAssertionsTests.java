package io.github.lockstarter.test.assertj;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.test.RecordingLockClient;
import io.github.lockstarter.test.TestLockClients;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static io.github.lockstarter.test.assertj.LockAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that each assertion passes and fails as it should, and says what was recorded.
 */
class LockAssertionsTests {

	private final RecordingLockClient locks = TestLockClients.inMemory();

	@AfterEach
	void close() {
		this.locks.close();
	}

	@Test
	void locked() {
		assertThat(this.locks).lockedNothing().didNotLock("a");
		assertFails(() -> assertThat(this.locks).locked("a"), "lock 'a' to have been granted", "nothing was requested");
		this.locks.lock("a").name("orders").acquire().close();
		assertThat(this.locks).locked("a").locked("orders").didNotLock("b").lockedTimes("a", 1);
		assertFails(() -> assertThat(this.locks).lockedNothing(), "no lock", "'a' (orders) granted, now RELEASED");
		assertFails(() -> assertThat(this.locks).didNotLock("orders"), "'orders' not to have been granted");
		assertFails(() -> assertThat(this.locks).lockedTimes("a", 2), "2 times and not 1 times");
		assertFails(() -> assertThat(this.locks).locked("b"), "'b'");
	}

	@Test
	void refused() {
		assertFails(() -> assertThat(this.locks).wasRefused("a"), "'a' to have been refused");
		this.locks.holdElsewhere("a");
		this.locks.lock("a").tryAcquire().ifPresent(LockHandle::close);
		assertThat(this.locks).wasRefused("a").didNotLock("a").lockedNothing().acquisition("a").isRefused();
		assertFails(() -> assertThat(this.locks).acquisition("a").isGranted(), "to be granted", "'a' refused");
	}

	@Test
	void lockedTogether() {
		this.locks.lock(List.of("b", "a")).acquire().close();
		this.locks.lock("c").acquire().close();
		assertThat(this.locks).lockedTogether("a", "b").lockedTogether("c").acquisition("b").hasKeys("a", "b");
		assertFails(() -> assertThat(this.locks).lockedTogether("a"), "[a]");
		assertFails(() -> assertThat(this.locks).lockedTogether("a", "c"), "together");
	}

	@Test
	void lockedInOrder() {
		this.locks.lock("a").run(() -> this.locks.lock("b").run(() -> this.locks.lock("c").acquire().close()));
		assertThat(this.locks).lockedInOrder("a", "b", "c").lockedInOrder("a", "c");
		assertFails(() -> assertThat(this.locks).lockedInOrder("b", "a"), "[b, a]", "in this order");
		assertFails(() -> assertThat(this.locks).lockedInOrder("a", "a"), "in this order");
	}

	@Test
	void held() {
		assertThat(this.locks).holdsNothing();
		LockHandle held = this.locks.lock("a").acquire();
		assertThat(this.locks).holds("a").acquisition("a").isHeld();
		assertFails(() -> assertThat(this.locks).holdsNothing(), "no lock to be held", "granted, now HELD");
		assertFails(() -> assertThat(this.locks).holds("b"), "'b' to be held");
		assertFails(() -> assertThat(this.locks).acquisition("a").isReleased(), "to be released");
		held.close();
		assertThat(this.locks).holdsNothing().acquisition("a").isReleased();
		assertFails(() -> assertThat(this.locks).holds("a"), "'a' to be held");
		assertFails(() -> assertThat(this.locks).acquisition("a").isHeld(), "to be held");
	}

	@Test
	void lost() {
		LockHandle held = this.locks.lock("a").acquire();
		assertFails(() -> assertThat(this.locks).acquisition("a").isLost(), "to be lost");
		this.locks.lose("a");
		assertThat(this.locks).holdsNothing().acquisition("a").isGranted().isLost();
		held.close();
	}

	@Test
	void whatWasAskedFor() {
		this.locks.lock("a")
			.name("orders")
			.waitTime(Duration.ofSeconds(2))
			.leaseTime(Duration.ofSeconds(5))
			.acquire()
			.close();
		assertThat(this.locks).acquisition("orders")
			.hasName("orders")
			.asksToWait(Duration.ofSeconds(2))
			.asksForLease(Duration.ofSeconds(5));
		assertThat(this.locks.acquisitions().get(0)).isReleased();
		assertFails(() -> assertThat(this.locks).acquisition("a").hasName("x"), "name to be x and not orders");
		assertFails(() -> assertThat(this.locks).acquisition("a").hasKeys("b"), "keys");
		assertFails(() -> assertThat(this.locks).acquisition("a").asksToWait(Duration.ZERO), "wait time", "PT2S");
		assertFails(() -> assertThat(this.locks).acquisition("a").asksForLease(Duration.ZERO), "lease time", "PT5S");
		assertFails(() -> assertThat(this.locks).acquisition("b"), "'b' to have been requested");
	}

	@Test
	void kinds() {
		this.locks.lock("a").acquire().close();
		this.locks.lock("b").read().acquire().close();
		this.locks.lock("c").permits(2, 5).acquire().close();
		assertThat(this.locks).acquisition("a").hasKind(LockKind.MUTEX);
		assertThat(this.locks).acquisition("b").hasKind(LockKind.READ);
		assertThat(this.locks).acquisition("c").hasKind(LockKind.SEMAPHORE).asksForPermits(2, 5);
		assertFails(() -> assertThat(this.locks).acquisition("a").hasKind(LockKind.READ),
				"kind to be READ and not MUTEX");
		assertFails(() -> assertThat(this.locks).acquisition("b").asksForPermits(1, 5), "SEMAPHORE", "'b' for reading");
		assertFails(() -> assertThat(this.locks).acquisition("c").asksForPermits(1, 5), "permits to be 1 and not 2",
				"'c' with 2 of 5 permits granted");
		assertFails(() -> assertThat(this.locks).acquisition("c").asksForPermits(2, 4), "capacity to be 4 and not 5");
	}

	@Test
	void failedWith() {
		try (RecordingLockClient down = TestLockClients.unavailable()) {
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> down.lock("a").acquire());
			assertThat(down).acquisition("a").failedWith(LockUnavailableException.class);
			assertFails(() -> assertThat(down).acquisition("a").isRefused(), "to be refused", "failed with");
		}
		this.locks.lock("a").acquire().close();
		assertFails(() -> assertThat(this.locks).acquisition("a").failedWith(LockUnavailableException.class),
				"failed with io.github.lockstarter.LockUnavailableException");
	}

	private static void assertFails(ThrowingCallable assertion, String... words) {
		assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion)
			.satisfies((failure) -> org.assertj.core.api.Assertions.assertThat(failure).hasMessageContainingAll(words));
	}

}
