package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Tests that whoever chooses a key can't forge lines of a log with it.
 */
@ExtendWith(OutputCaptureExtension.class)
class ForgedLinesTests {

	private static final String KEY = "order:42\nWARN forged";

	private static final String SHOWN = "order:42\\nWARN forged";

	private final DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one");

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	@Test
	void aLossIsOneLine(CapturedOutput output) {
		LockHandle handle = this.client.lock(KEY).acquire();
		this.client.forceRelease(KEY);
		await().until(handle::isLost);
		handle.close();
		await().untilAsserted(() -> assertThat(output).contains("Lock '" + SHOWN + "' (token "));
		assertThat(output).contains("Lock '" + SHOWN + "' was released by force.").doesNotContain(KEY);
	}

	@Test
	void aForcedReleaseTellsWhoHadTheLock(CapturedOutput output) {
		LockHandle handle = this.client.lock(KEY).acquire();
		String holder = "It had been held by thread '" + Thread.currentThread().getName()
				+ "' of 'one', application 'shop', with token " + handle.fencingToken();
		this.client.forceRelease(KEY);
		await().untilAsserted(() -> assertThat(output).contains(holder));
		handle.close();
	}

	@Test
	void aForcedReleaseTellsWhoAskedForIt(CapturedOutput output) {
		LockHandle handle = this.client.lock("key").acquire();
		this.client.forceRelease("key", null, "alice\nforged");
		await().untilAsserted(() -> assertThat(output)
			.contains("was released by force, asked by 'alice\\nforged'. It had been held"));
		handle.close();
	}

	@Test
	void aReportOfWhatTakesLongIsOneLine(CapturedOutput output) {
		LockHandle held = this.client.lock(KEY).warnAfter(Duration.ofMillis(100)).acquire();
		CompletableFuture<Void> waiting = CompletableFuture
			.runAsync(() -> this.client.lock(KEY).warnAfter(Duration.ofMillis(100)).acquire().close());
		await().untilAsserted(() -> assertThat(output).contains("Lock '" + SHOWN + "' (token ")
			.contains("has waited for lock '" + SHOWN + "' for "));
		held.close();
		waiting.join();
		assertThat(output).doesNotContain(KEY);
	}

	static List<LockException> exceptions() {
		return List.of(new LockLostException(KEY, 7), new LockNotAcquiredException(KEY, Duration.ZERO, Duration.ZERO),
				LockNotAcquiredException.tooManyWaiters(KEY, Duration.ZERO, Duration.ZERO, 1),
				LockNotAcquiredException.exhausted(KEY, Duration.ZERO, Duration.ZERO, 1),
				new LockUnavailableException(KEY, Duration.ZERO, null),
				new LockInterruptedException(KEY, Duration.ZERO, new InterruptedException()));
	}

	@ParameterizedTest
	@MethodSource("exceptions")
	void anExceptionHasAMessageOfOneLine(LockException exception) {
		assertThat(exception).hasMessageContaining("ock '" + SHOWN + "'");
	}

	@Test
	void aLostLockIsNamedAsItIs() {
		assertThat(new LockLostException(KEY, 7).getLock()).isEqualTo(KEY);
	}

	@Test
	void aHandleShowsItsKeysInOneLine() {
		LockHandle handle = this.client.lock(List.of(KEY, "other")).acquire();
		assertThat(handle).hasToString("LockHandle[" + SHOWN + ", other] HELD");
		assertThatThrownBy(handle::fencingToken).hasMessageContaining("[" + SHOWN + ", other]");
		assertThatThrownBy(() -> handle.fencingToken(KEY + "!")).hasMessageContaining("'" + SHOWN + "!'");
		handle.close();
		assertThatThrownBy(() -> handle.extend(Duration.ofSeconds(1))).hasMessageContaining("[" + SHOWN + ", other]");
	}

	@Test
	void aRefusalShowsTheKeyInOneLine() {
		Lock lock = this.client.lock(KEY).asLock();
		assertThatThrownBy(lock::unlock).hasMessageContaining("Lock '" + SHOWN + "'");
		assertThatThrownBy(() -> LockContext.assertHeld(KEY)).hasMessageContaining("lock '" + SHOWN + "'");
	}

}
