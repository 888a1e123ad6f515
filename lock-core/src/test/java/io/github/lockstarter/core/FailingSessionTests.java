package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockState;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.ReleaseRequest;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a session, or code around it, that throws an error where none is expected:
 * the key stays usable, and other keys are not concerned.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailingSessionTests {

	private static final Duration AMPLY = Duration.ofSeconds(10);

	private static final LockClientOptions RENEWED_OFTEN = new LockClientOptions(Duration.ofMillis(50),
			new LocalHandover(64, Duration.ofMinutes(1)));

	/** What throws an error next, as {@code operation key}. */
	private final Set<String> failures = ConcurrentHashMap.newKeySet();

	private volatile boolean forEver;

	/** Whether the store refuses all releases, and each request for the key 'refused'. */
	private volatile boolean refusing;

	/** What is answered by a stage that throws an error itself. */
	private volatile String brokenAnswer = "";

	private final LockStore memory = StallProofMemory.newStore();

	private final DefaultLockClient client = Clients.stallProofClient(new SabotagedStore(this.memory, this::fail),
			"one");

	private final DefaultLockClient other = Clients.stallProofClient(this.memory, "two");

	private @Nullable Object fail(String operation, Object[] arguments) {
		Object asked = (arguments.length > 0) ? arguments[0] : "";
		if (asked instanceof List<?> several) {
			several.forEach((each) -> failOnce(operation.replace("InOrder", ""), key(each)));
			return isRefused(operation, "") ? several.stream().map((each) -> refusal()).toList() : null;
		}
		Object key = key(asked);
		failOnce(operation, key);
		if (this.brokenAnswer.equals(operation + " " + key)) {
			return new BrokenStage();
		}
		return isRefused(operation, key) ? refusal() : null;
	}

	private boolean isRefused(String operation, Object key) {
		return this.refusing && (operation.equals("release") || key.equals("refused"));
	}

	private static CompletionStage<StoreAnswer> refusal() {
		return CompletableFuture.failedStage(new StoreException("not permitted", false, null));
	}

	private static Object key(Object asked) {
		if (asked instanceof RenewRequest request) {
			return request.key();
		}
		return (asked instanceof AcquireRequest request) ? request.key()
				: (asked instanceof ReleaseRequest request) ? request.key() : asked;
	}

	private void failOnce(String operation, Object key) {
		String failure = operation + " " + key;
		if (this.forEver ? this.failures.contains(failure) : this.failures.remove(failure)) {
			throw new LinkageError("thrown by a test");
		}
	}

	@AfterEach
	void leavesNothingBehind() {
		await().untilAsserted(() -> assertThat(this.client.engine().isIdle()).isTrue());
		assertThat(this.client.waiting()).isEmpty();
		this.client.close();
		this.other.close();
	}

	private void assertUsable(DefaultLockClient by, String key) {
		assertThat(by.lock(key).tryAcquire(AMPLY)).isPresent().hasValueSatisfying(LockHandle::close);
	}

	@Test
	void anErrorOnceCostsNobodyTheKey() {
		this.failures.add("acquire key");
		assertUsable(this.client, "key");
		assertUsable(this.client, "key");
		assertUsable(this.other, "key");
		assertThat(this.failures).isEmpty();
	}

	@Test
	void anErrorOnceOfAnAsynchronousAcquisitionCostsNobodyTheKey() {
		this.failures.add("acquire key");
		assertThat(this.client.lock("key").waitTime(AMPLY).acquireAsync().thenAccept(LockHandle::close))
			.succeedsWithin(AMPLY);
		assertUsable(this.client, "key");
		assertThat(this.failures).isEmpty();
	}

	@Test
	void aKeyThatFailsForEverConcernsNoOtherAndIsUsableOnceItFailsNoMore() {
		this.forEver = true;
		this.failures.add("acquire bad");
		for (int i = 0; i < 2; i++) {
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> this.client.lock("bad").waitTime(Duration.ofMillis(300)).acquire());
			assertUsable(this.client, "good");
		}
		assertThat(this.client.waiting()).isEmpty();
		this.failures.clear();
		assertUsable(this.client, "bad");
	}

	@Test
	void anErrorOfOneKeyAmongSeveralLeavesNoneHeld() {
		this.forEver = true;
		this.failures.add("acquire b");
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.client.lock(List.of("a", "b", "c")).waitTime(Duration.ofMillis(300)).acquire());
		assertThat(this.client.held()).isEmpty();
		assertUsable(this.other, "a");
	}

	@Test
	void aReleaseThatThrowsAnErrorIsRepeated() {
		this.failures.add("release key");
		this.client.lock("key").acquire().close();
		assertUsable(this.other, "key");
		assertThat(this.failures).isEmpty();
	}

	@Test
	void aKeyWhoseReleaseThrowsDoesNotKeepTheOthers() {
		this.forEver = true;
		this.failures.add("release b");
		LockHandle held = this.client.lock(List.of("a", "b", "c")).acquire();
		held.close();
		assertUsable(this.other, "a");
		assertUsable(this.other, "c");
		assertThat(this.client.held()).isEmpty();
		this.failures.clear();
		assertUsable(this.other, "b");
	}

	/**
	 * A lost key has no queue any more that would contain the error, and what the store
	 * has not confirmed is not released together with others.
	 */
	@Test
	void aLostKeyWhoseReleaseThrowsDoesNotKeepTheOthers() {
		try (DefaultLockClient renewing = Clients.client(new SabotagedStore(this.memory, this::fail), RENEWED_OFTEN,
				LockEventListener.NONE, LockInstrumentation.NONE, new StallProofPlatform())) {
			this.forEver = true;
			this.failures.add("renew c");
			LockHandle held = renewing.lock(List.of("a", "b", "c")).acquire();
			LockHandle last = renewing.lock("c").held().orElseThrow();
			await().until(() -> last.state() == LockState.UNCERTAIN);
			assertThat(this.other.forceRelease("c")).isTrue();
			this.failures.clear();
			await().until(() -> last.isLost() && renewing.held().size() == 2);
			this.brokenAnswer = "release c";
			held.close();
			assertUsable(this.other, "a");
			assertUsable(this.other, "b");
			await().until(renewing.engine()::isIdle);
		}
	}

	@Test
	void aReleaseThatFailsUntilItsLeaseEndsIsReportedInOneLine(CapturedOutput output) {
		this.refusing = true;
		this.client.lock("key").leaseTime(Duration.ofSeconds(1)).acquire().close();
		await().untilAsserted(() -> assertThat(output)
			.containsOnlyOnce("Lock 'key' was not released (not permitted); it ends with its lease")
			.doesNotContain(StoreException.class.getName()));
	}

	@Test
	void aLockThatWasNeverAcquiredIsNotReportedAsNotReleased(CapturedOutput output) {
		this.refusing = true;
		try (DefaultLockClient fast = Clients.client(new SabotagedStore(this.memory, this::fail),
				ScaledPlatform.faster(20))) {
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> fast.lock("refused").acquire());
			await().until(fast.engine()::isIdle);
		}
		assertThat(output).doesNotContain("was not released");
	}

	@Test
	void anErrorBetweenTheGrantAndTheHandleGivesTheLockBack() {
		LockInstrumentation failing = new LockInstrumentation() {

			@Override
			public <T> T acquire(LockCall call, Supplier<T> acquisition) {
				acquisition.get();
				throw new LinkageError("thrown by a test");
			}

		};
		try (DefaultLockClient failed = Clients.client(this.memory, LockClientOptions.DEFAULT, LockEventListener.NONE,
				failing, new StallProofPlatform())) {
			assertThatExceptionOfType(LinkageError.class).isThrownBy(() -> failed.lock("key").acquire());
			assertThat(failed.held()).isEmpty();
			assertUsable(this.other, "key");
			await().until(failed.engine()::isIdle);
		}
	}

}
