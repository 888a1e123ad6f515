package io.github.lockstarter.core;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockEvent;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockState;
import io.github.lockstarter.store.memory.MemoryLockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for code of others that throws errors whenever it is called: locks are acquired,
 * renewed, released and told of all the same.
 */
@ParameterizedClass(name = "{0}")
@EnumSource
class ContainedFailuresTests {

	private static final Duration AMPLY = Duration.ofSeconds(10);

	/** Renewals come often, and the lease outlasts each pause of this machine. */
	private static final LockClientOptions OFTEN = new LockClientOptions(Duration.ofMillis(50),
			new LocalHandover(64, Duration.ofMinutes(1)));

	private final Set<Failing> failing;

	private final AtomicInteger renewals = new AtomicInteger();

	private final Appender appender = new Appender();

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.lockstarter");

	private final MemoryLockStore store = StallProofMemory.newStore();

	private final DefaultLockClient client = Clients.client(this.store, OFTEN, this::onEvent, new Instrumentation(),
			new StallProofPlatform());

	private final DefaultLockClient other = Clients.stallProofClient(this.store, "two");

	ContainedFailuresTests(Failing failing) {
		this.failing = EnumSet.of(failing);
	}

	@BeforeEach
	void log() {
		this.appender.start();
		this.logger.addAppender(this.appender);
	}

	@AfterEach
	void leavesNothingBehind() {
		try {
			await().until(() -> this.client.engine().isIdle() && this.other.engine().isIdle());
		}
		finally {
			this.logger.detachAppender(this.appender);
			this.client.close();
			this.other.close();
		}
	}

	private void fail(Failing one) {
		if (this.failing.contains(one)) {
			throw new LinkageError("thrown by a test: " + one);
		}
	}

	private void onEvent(LockEvent event) {
		fail(Failing.LISTENER);
	}

	private LockHandle victim(String key) {
		return this.client.lock(key)
			.leaseTime(Duration.ofMillis(150))
			.autoRenew(false)
			.acquire()
			.onLost(() -> fail(Failing.CALLBACK));
	}

	@Test
	void otherLocksAreRenewedWhileSomeAreLost() {
		try (LockHandle held = this.client.lock("held").acquire();
				LockHandle first = victim("first");
				LockHandle second = victim("second")) {
			CompletableFuture<Void> told = new CompletableFuture<>();
			second.onLost(() -> told.complete(null));
			await().until(() -> first.isLost() && second.isLost());
			assertThat(told).succeedsWithin(AMPLY);
			int before = this.renewals.get();
			await().until(() -> this.renewals.get() > before + 3);
			assertThat(held.state()).isEqualTo(LockState.HELD);
		}
	}

	@Test
	void aLockPassesOnAndIsGivenBack() {
		LockHandle held = this.client.lock("key").acquireAsync().toCompletableFuture().join();
		CompletableFuture<LockHandle> next = this.client.lock("key").acquireAsync().toCompletableFuture();
		CompletableFuture<LockHandle> elsewhere = this.other.lock("key").acquireAsync().toCompletableFuture();
		await().until(() -> this.other.lock("key").inspect().waiters() == 1);
		assertThat(this.client.lock("key").tryAcquire()).isEmpty();
		held.close();
		assertThat(next).succeedsWithin(AMPLY);
		next.join().close();
		assertThat(elsewhere).succeedsWithin(AMPLY);
		elsewhere.join().close();
	}

	@Test
	void whoWaitsForALockThatIsLostGetsIt() {
		try (LockHandle lost = victim("key")) {
			CompletableFuture<LockHandle> next = this.client.lock("key").acquireAsync().toCompletableFuture();
			assertThat(next).succeedsWithin(AMPLY);
			assertThat(lost.isLost()).isTrue();
			next.join().close();
		}
	}

	enum Failing {

		LISTENER, INSTRUMENTATION, CALLBACK, LOG

	}

	private final class Appender extends AppenderBase<ILoggingEvent> {

		@Override
		protected void append(ILoggingEvent event) {
			fail(Failing.LOG);
		}

	}

	private final class Instrumentation implements LockInstrumentation {

		@Override
		public void onEvent(LockEvent event) {
			fail(Failing.INSTRUMENTATION);
		}

		@Override
		public void released(LockCall call, Duration held) {
			fail(Failing.INSTRUMENTATION);
		}

		@Override
		public void renewed(LockCall call, RenewalOutcome outcome) {
			ContainedFailuresTests.this.renewals.incrementAndGet();
			fail(Failing.INSTRUMENTATION);
		}

		@Override
		public void storeFailed(String cause) {
			fail(Failing.INSTRUMENTATION);
		}

	}

}
