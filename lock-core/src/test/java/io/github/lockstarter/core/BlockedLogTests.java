package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.store.memory.StallProofMemory;
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

	private final BlockingAppender appender = new BlockingAppender();

	@AfterEach
	void leavesNothingBehind() {
		this.appender.end();
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	@Test
	void delaysNoRenewal() {
		List<LockHandle> held = IntStream.range(0, HELD)
			.mapToObj((each) -> this.client.lock("key" + each).leaseTime(LEASE).acquire())
			.toList();
		LockHandle lost = this.client.lock("lost").leaseTime(Duration.ofMillis(100)).autoRenew(false).acquire();
		await().until(() -> this.appender.blocked.getCount() == 0);
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
		this.appender.goOn.countDown();
		await().until(() -> !this.appender.missing.isEmpty());
		BackgroundLog.flush();
		assertThat(this.appender.logged.get()).isLessThan(MANY);
		int missing = MANY + 1 - this.appender.logged.get();
		assertThat(this.appender.missing)
			.isEqualTo(missing + " messages of locks are missing here," + " since the log was too slow for them.");
	}

	private static final class BlockingAppender extends AppenderBase<ILoggingEvent> {

		private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.lockstarter");

		private final CountDownLatch blocked = new CountDownLatch(1);

		private final CountDownLatch goOn = new CountDownLatch(1);

		private final AtomicInteger logged = new AtomicInteger();

		private volatile String missing = "";

		BlockingAppender() {
			start();
			this.logger.addAppender(this);
		}

		/** All are blocked by the first one. */
		@Override
		public void doAppend(ILoggingEvent event) {
			append(event);
		}

		@Override
		protected void append(ILoggingEvent event) {
			this.blocked.countDown();
			try {
				this.goOn.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			this.logged.incrementAndGet();
			if (event.getFormattedMessage().contains("are missing")) {
				this.missing = event.getFormattedMessage();
			}
		}

		void end() {
			this.goOn.countDown();
			this.logger.detachAppender(this);
		}

	}

}
