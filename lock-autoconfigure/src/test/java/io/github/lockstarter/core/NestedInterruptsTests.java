package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for bodies within bodies, all of which are to be interrupted.
 */
class NestedInterruptsTests {

	@Test
	void theEndOfTheInnerBodyDoesNotTakeTheInterruptOfTheOuterAway() {
		try (DefaultLockClient client = TwoClients.client(new MemoryLockStore(), "one")) {
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> brief(client, "outer").run(() -> {
				CountDownLatch interrupts = new CountDownLatch(2);
				LockContext.current().onLost(interrupts::countDown);
				assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> brief(client, "inner").run(() -> {
					LockContext.current().onLost(interrupts::countDown);
					while (interrupts.getCount() > 0) {
						Thread.onSpinWait();
					}
				}));
				assertThat(Thread.currentThread().isInterrupted()).isTrue();
			})).satisfies((ex) -> assertThat(ex.getLock()).isEqualTo("outer"));
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		}
	}

	private static LockSpec brief(DefaultLockClient client, String key) {
		return client.lock(key).leaseTime(Duration.ofMillis(300)).autoRenew(false).onLoss(LossPolicy.INTERRUPT);
	}

}
