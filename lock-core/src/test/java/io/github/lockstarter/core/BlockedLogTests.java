package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.store.memory.StallProofMemory;
import io.github.lockstarter.testing.BlockingLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a log whose appender blocks.
 */
class BlockedLogTests {

	private static final Duration LEASE = Duration.ofSeconds(3);

	private static final int HELD = 5;

	private static final int MANY = 2000;

	private final AtomicInteger renewals = new AtomicInteger();

	private final DefaultLockClient client = Clients.client(StallProofMemory.newStore(), LockClientOptions.DEFAULT,
			LockEventListener.NONE, new LockInstrumentation() {

				@Override
				public void renewed(LockCall call, RenewalOutcome outcome) {
					BlockedLogTests.this.renewals.incrementAndGet();
				}

			}, new StallProofPlatform());

	private final BlockingLog log = BlockingLog.begin();

	@AfterEach
	void leavesNothingBehind() {
		this.log.close();
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	@Test
	void delaysNoRenewal() {
		List<LockHandle> held = IntStream.range(0, HELD)
			.mapToObj((each) -> this.client.lock("key" + each).leaseTime(LEASE).acquire())
			.toList();
		LockHandle lost = this.client.lock("lost").leaseTime(Duration.ofMillis(100)).autoRenew(false).acquire();
		await().until(this.log::hasBlocked);
		int before = this.renewals.get();
		await().until(() -> this.renewals.get() >= before + 4 * HELD);
		assertThat(held).allMatch(LockHandle::isValid);
		held.forEach(LockHandle::close);
		lost.close();
	}

	@Test
	void losesTheLastOfTooManyMessagesAndTellsHowManyTheseAre() {
		org.slf4j.Logger logger = LoggerFactory.getLogger("io.github.lockstarter.test");
		for (int i = 0; i < MANY; i++) {
			BackgroundLog.warn(logger, "message " + i, null);
		}
		this.log.goOn();
		await().until(() -> !missing().isEmpty());
		BackgroundLog.flush();
		int logged = this.log.logged().size();
		assertThat(logged).isLessThan(MANY);
		assertThat(missing()).containsExactly(
				(MANY + 1 - logged) + " messages of locks are missing here, since the log was too slow for them.");
	}

	private List<String> missing() {
		return this.log.logged().stream().filter((message) -> message.contains("are missing")).toList();
	}

}
