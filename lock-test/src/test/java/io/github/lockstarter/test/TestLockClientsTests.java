package io.github.lockstarter.test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockKeyException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockState;
import io.github.lockstarter.LockUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests the behaviour of each kind of locks.
 */
@Timeout(30)
class TestLockClientsTests {

	private static final String KEY = "order:42";

	@Test
	void inMemoryExcludesOthersAndLetsTheHolderEnterAgain() {
		try (RecordingLockClient locks = TestLockClients.inMemory(); LockHandle held = locks.lock(KEY).acquire()) {
			assertThat(onAnotherThread(() -> locks.lock(KEY).tryAcquire())).isEmpty();
			try (LockHandle again = locks.lock(KEY).acquire()) {
				assertThat(again.fencingToken()).isEqualTo(held.fencingToken());
			}
			held.close();
			try (LockHandle next = onAnotherThread(() -> locks.lock(KEY).acquire())) {
				assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
			}
		}
	}

	@Test
	void eachClientInMemoryHasLocksOfItsOwn() {
		try (RecordingLockClient one = TestLockClients.inMemory();
				RecordingLockClient other = TestLockClients.inMemory();
				LockHandle held = one.lock(KEY).acquire()) {
			assertThat(other.lock(KEY).tryAcquire()).hasValueSatisfying(LockHandle::close);
			assertThat(held.isValid()).isTrue();
		}
	}

	@Test
	void aMethodThatAsksForTheLockAroundItIsCalledUnderOne() {
		assertThatIllegalStateException().isThrownBy(TestLockClientsTests::tokenOfTheLockAroundIt);
		try (RecordingLockClient locks = TestLockClients.inMemory()) {
			long token = locks.lock(KEY).call(TestLockClientsTests::tokenOfTheLockAroundIt);
			assertThat(locks.acquisitions(KEY)).singleElement()
				.matches((acquisition) -> acquisition.fencingToken() == token);
		}
	}

	private static long tokenOfTheLockAroundIt() {
		LockContext.assertHeld(KEY);
		return LockContext.current().fencingToken();
	}

	@Test
	void triesEndAsTheModeSays() {
		try (RecordingLockClient granted = TestLockClients.alwaysGranted();
				RecordingLockClient refused = TestLockClients.alwaysRefused();
				RecordingLockClient unavailable = TestLockClients.unavailable()) {
			granted.holdElsewhere(KEY);
			assertThat(granted.lock(KEY).tryRun(() -> assertThat(granted.lock(KEY).held()).isPresent())).isTrue();
			assertThat(granted.lock(KEY).tryAcquireAsync().toCompletableFuture().join())
				.hasValueSatisfying(LockHandle::close);
			assertThat(refused.lock(KEY).tryRun(() -> {
			})).isFalse();
			assertThat(refused.lock(KEY).tryAcquireAsync().toCompletableFuture().join()).isEmpty();
			assertThat(refused.lock(KEY).held()).isEmpty();
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> unavailable.lock(KEY).tryRun(() -> {
				}));
			assertThat(unavailable.lock(KEY).tryAcquireAsync()).failsWithin(Duration.ofSeconds(20))
				.withThrowableThat()
				.withCauseInstanceOf(LockUnavailableException.class);
		}
	}

	@Test
	void grantsWhateverOthersHold() {
		try (RecordingLockClient locks = TestLockClients.alwaysGranted()) {
			LockHandle elsewhere = locks.holdElsewhere(KEY, "other");
			LockHandle held = locks.lock(KEY).acquire();
			LockHandle onAnotherThread = onAnotherThread(() -> locks.lock(List.of(KEY, "other")).acquire());
			LockHandle later = locks.lock(KEY).acquireAsync().toCompletableFuture().join();
			assertThat(List.of(elsewhere, held, onAnotherThread, later)).allMatch(LockHandle::isValid)
				.allSatisfy(LockHandle::close)
				.allMatch((handle) -> handle.state() == LockState.RELEASED);
		}
	}

	@Test
	void grantsAgainWithTheSameTokenToTheHolderAlone() {
		try (RecordingLockClient locks = TestLockClients.alwaysGranted()) {
			locks.holdElsewhere(KEY);
			try (LockHandle held = locks.lock(KEY).acquire()) {
				locks.lock(KEY)
					.run(() -> assertThat(LockContext.assertHeld(KEY).fencingToken()).isEqualTo(held.fencingToken()));
				held.detach();
				try (LockHandle anew = locks.lock(KEY).acquire()) {
					assertThat(anew.isValid() && held.isValid()).isTrue();
				}
				assertThat(held.isValid()).isTrue();
			}
		}
	}

	@Test
	void grantsLocksOfTheJdkToo() throws InterruptedException {
		try (RecordingLockClient locks = TestLockClients.alwaysGranted()) {
			locks.holdElsewhere(KEY);
			Lock lock = locks.lock(KEY).asLock();
			lock.lock();
			assertThat(lock.tryLock(1, TimeUnit.SECONDS)).isTrue();
			lock.unlock();
			lock.unlock();
			assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(lock::unlock);
		}
	}

	@Test
	void refusesAtOnceWhateverTheWaitTime() {
		try (RecordingLockClient locks = TestLockClients.alwaysRefused()) {
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> locks.lock(KEY).waitTime(Duration.ofDays(1)).acquire())
				.satisfies((ex) -> assertThat(ex.getWaited()).isLessThan(Duration.ofMinutes(1)));
			assertThat(locks.lock(KEY).tryAcquire(Duration.ofDays(1))).isEmpty();
			assertThat(locks.lock(List.of(KEY, "other")).tryAcquire()).isEmpty();
			assertThat(locks.lock(KEY).waitTime(Duration.ofDays(1)).acquireAsync().toCompletableFuture())
				.failsWithin(Duration.ofSeconds(20))
				.withThrowableThat()
				.withCauseInstanceOf(LockNotAcquiredException.class);
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> locks.lock(KEY).run(() -> {
				throw new AssertionError("ran without the lock");
			}));
			assertThat(locks.lock(KEY).inspect().held()).isTrue();
			assertThat(locks.lock(List.of(KEY, "other")).inspectAll()).hasSize(2).allMatch(LockInfo::held);
		}
	}

	@Test
	void refusesLocksOfTheJdkRatherThanWaitingForEver() throws InterruptedException {
		try (RecordingLockClient locks = TestLockClients.alwaysRefused()) {
			Lock lock = locks.lock(KEY).asLock();
			assertThat(lock.tryLock()).isFalse();
			assertThat(lock.tryLock(1, TimeUnit.DAYS)).isFalse();
			assertThatIllegalStateException().isThrownBy(lock::lock).withMessageContaining("use Lock.tryLock");
		}
	}

	@Test
	void failsAsIfTheStoreWereDown() {
		try (RecordingLockClient locks = TestLockClients.unavailable()) {
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> locks.lock(KEY).acquire());
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> locks.lock(KEY).tryAcquire());
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> locks.holdElsewhere(KEY));
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> locks.lock(KEY).inspect());
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> locks.lock(List.of(KEY, "other")).inspectAll());
		}
	}

	@ParameterizedTest
	@MethodSource
	void saysThatTheStoreIsDownOnPurpose(Consumer<LockSpec> use) {
		try (RecordingLockClient locks = TestLockClients.unavailable()) {
			assertThatThrownBy(() -> use.accept(locks.lock(KEY))).extracting(TestLockClientsTests::unwrapped)
				.isInstanceOf(LockUnavailableException.class)
				.extracting(Throwable::getMessage)
				.isEqualTo("The store of lock 'order:42' is unavailable (simulated: TestLockClients.unavailable()).");
		}
	}

	static Stream<Consumer<LockSpec>> saysThatTheStoreIsDownOnPurpose() {
		return Stream.of(LockSpec::acquire, LockSpec::tryAcquire, LockSpec::inspect,
				(lock) -> lock.acquireAsync().toCompletableFuture().join(), (lock) -> lock.run(() -> {
					throw new AssertionError("ran without the lock");
				}), (lock) -> lock.asLock().lock(), (lock) -> lock.asLock().tryLock());
	}

	private static Throwable unwrapped(Throwable failure) {
		return (failure instanceof CompletionException) ? failure.getCause() : failure;
	}

	@ParameterizedTest
	@EnumSource
	void refusesABlankKey(TestLockMode mode) {
		try (RecordingLockClient locks = TestLockClients.create(mode, TestSettings.NONE, LockEventListener.NONE,
				LockInstrumentation.NONE)) {
			assertThatExceptionOfType(LockKeyException.class).isThrownBy(() -> locks.lock(" "));
		}
	}

	private static <T> T onAnotherThread(Supplier<T> supplier) {
		return CompletableFuture.supplyAsync(supplier).join();
	}

}
