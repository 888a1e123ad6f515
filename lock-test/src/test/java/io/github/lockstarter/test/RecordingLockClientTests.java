package io.github.lockstarter.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockEvent;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockLostEvent;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.LossPolicy;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.fail;

/**
 * Tests what is recorded, and what a test can do to locks.
 */
@Timeout(30)
class RecordingLockClientTests {

	private final RecordingLockClient locks = TestLockClients.inMemory();

	@AfterEach
	void close() {
		this.locks.close();
	}

	@Test
	void recordsAnAcquisitionFromItsGrantToItsRelease() {
		LockHandle held = this.locks.lock("a").name("orders").waitTime(Duration.ofSeconds(1)).acquire();
		LockAcquisition acquisition = only();
		assertThat(acquisition.name()).isEqualTo("orders");
		assertThat(acquisition.keys()).containsExactly("a");
		assertThat(acquisition.options()).isEqualTo(LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ofSeconds(1)));
		assertThat(acquisition.thread()).isEqualTo(Thread.currentThread().getName());
		assertThat(acquisition.fencingToken()).isEqualTo(held.fencingToken());
		assertThat(acquisition.isGranted() && acquisition.isHeld()).isTrue();
		held.close();
		assertThat(acquisition.isGranted() && acquisition.isReleased()).isTrue();
		assertThat(acquisition.isHeld() || acquisition.isRefused() || acquisition.isLost()).isFalse();
	}

	@Test
	void recordsEachEntryOfAHolder() {
		try (LockHandle outer = this.locks.lock("a").acquire()) {
			this.locks.lock("a").acquire().close();
			assertThat(this.locks.acquisitions()).hasSize(2)
				.allMatch((acquisition) -> acquisition.fencingToken() == outer.fencingToken());
			assertThat(this.locks.acquisitions().get(0).isHeld()).isTrue();
			assertThat(this.locks.acquisitions().get(1).isReleased()).isTrue();
		}
	}

	@Test
	void recordsTheKeysOfALockInTheOrderInWhichTheyWereTaken() {
		this.locks.lock(List.of("b", "a", "b")).run(() -> assertThat(only().fencingToken("b")).isPositive());
		assertThat(only().keys()).containsExactly("a", "b");
		assertThat(this.locks.acquisitions("b")).hasSize(1);
		assertThat(this.locks.acquisitions("c")).isEmpty();
	}

	@Test
	void recordsWhatRanUnderALock() {
		String result = this.locks.lock("a").call(() -> {
			assertThat(only().isHeld()).isTrue();
			return "ran";
		});
		assertThat(result).isEqualTo("ran");
		assertThat(only().isReleased()).isTrue();
	}

	@Test
	void recordsWhatRanIfTheLockWasFreeAndWhatDidNot() {
		assertThat(this.locks.lock("a").tryRun(() -> assertThat(only().isHeld()).isTrue())).isTrue();
		assertThat(only().isReleased()).isTrue();
		this.locks.holdElsewhere("b");
		assertThat(this.locks.lock("b").tryRun(() -> fail("The lock was held."))).isFalse();
		assertThat(this.locks.acquisitions("b")).singleElement().matches(LockAcquisition::isRefused);
	}

	@Test
	void recordsAsynchronousTries() {
		this.locks.holdElsewhere("b");
		this.locks.lock("a").tryAcquireAsync().toCompletableFuture().join().orElseThrow().close();
		assertThat(this.locks.lock("b").tryAcquireAsync().toCompletableFuture().join()).isEmpty();
		assertThat(this.locks.acquisitions("a")).singleElement().matches(LockAcquisition::isReleased);
		assertThat(this.locks.acquisitions("b")).singleElement().matches(LockAcquisition::isRefused);
	}

	@Test
	void recordsALockOfTheJdkWithoutReentryAndKnowsWhoHoldsIt() {
		Lock lock = this.locks.lock("a").reentrant(false).asLock();
		lock.lock();
		assertThat(this.locks.lock("a").held()).isPresent();
		assertThat(lock.tryLock()).isFalse();
		lock.unlock();
		assertThat(this.locks.lock("a").held()).isEmpty();
	}

	@Test
	void doesNotTakeAnExceptionOfTheBodyForARefusal() {
		this.locks.holdElsewhere("b");
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.locks.lock("a").run(() -> this.locks.lock("b").waitTime(Duration.ZERO).acquire()));
		assertThat(this.locks.acquisitions("a")).singleElement().matches(LockAcquisition::isReleased);
		assertThat(this.locks.acquisitions("b")).singleElement().matches(LockAcquisition::isRefused);
	}

	@Test
	void recordsARefusalWithItsException() {
		this.locks.holdElsewhere("a");
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.locks.lock("a").waitTime(Duration.ZERO).acquire())
			.satisfies((ex) -> assertThat(only().failure()).containsSame(ex));
		assertThat(only().isRefused()).isTrue();
		assertThatIllegalStateException().isThrownBy(() -> only().fencingToken());
	}

	@Test
	void recordsARefusalWithoutAnException() {
		this.locks.holdElsewhere("a");
		assertThat(this.locks.lock("a").tryAcquire()).isEmpty();
		assertThat(only().isRefused()).isTrue();
		assertThat(only().failure()).isEmpty();
	}

	@Test
	void recordsAStoreThatIsDownAsNoRefusal() {
		try (RecordingLockClient down = TestLockClients.unavailable()) {
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> down.lock("a").run(() -> {
				throw new AssertionError("ran without the lock");
			}));
			LockAcquisition acquisition = down.acquisitions().get(0);
			assertThat(acquisition.isRefused() || acquisition.isGranted()).isFalse();
			assertThat(acquisition.failure()).containsInstanceOf(LockUnavailableException.class);
		}
	}

	@Test
	void recordsAsynchronousAcquisitionsBeforeTheirStagesComplete() {
		LockHandle held = this.locks.lock("a").acquireAsync().toCompletableFuture().join();
		assertThat(only().isHeld()).isTrue();
		CompletableFuture<LockHandle> waiting = this.locks.lock("a").acquireAsync().toCompletableFuture();
		assertThat(waiting.cancel(true)).isTrue();
		held.close();
		assertThat(this.locks.lock("a").tryAcquire(Duration.ofSeconds(5))).hasValueSatisfying(LockHandle::close);
		this.locks.holdElsewhere("b");
		assertThat(this.locks.lock("b").waitTime(Duration.ZERO).acquireAsync().toCompletableFuture())
			.failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.isInstanceOf(ExecutionException.class);
		assertThat(this.locks.acquisitions("b")).singleElement().matches(LockAcquisition::isRefused);
	}

	@Test
	void recordsLocksOfTheJdk() throws InterruptedException {
		Lock lock = this.locks.lock("a").asLock();
		lock.lock();
		assertThat(lock.tryLock(1, TimeUnit.SECONDS)).isTrue();
		assertThat(CompletableFuture.supplyAsync(lock::tryLock).join()).isFalse();
		assertThat(this.locks.acquisitions()).hasSize(3);
		assertThat(this.locks.acquisitions().get(2).isRefused()).isTrue();
		lock.unlock();
		assertThat(this.locks.acquisitions().get(0).isHeld()).isTrue();
		this.locks.lock("a").asLock().unlock();
		assertThat(this.locks.acquisitions().get(0).isReleased()).isTrue();
		assertThat(this.locks.lock("a").inspect().held()).isFalse();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(lock::unlock);
	}

	@Test
	void severalKeysAreInspectedTogether() {
		this.locks.holdElsewhere("b");
		assertThat(this.locks.lock(List.of("a", "b")).inspectAll()).extracting(LockInfo::held)
			.containsExactly(false, true);
	}

	@Test
	void aLockHeldElsewhereIsNotEnteredAgainByThisThread() {
		this.locks.holdElsewhere("a");
		assertThat(this.locks.lock("a").tryAcquire()).isEmpty();
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.locks.holdElsewhere("a"));
		this.locks.lock("b")
			.run(() -> assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> this.locks.holdElsewhere("b")));
	}

	@Test
	void beginsAnewWithAnEmptyRecordAndFreeLocks() {
		this.locks.holdElsewhere("a");
		LockHandle held = this.locks.lock("b").acquire();
		this.locks.reset();
		assertThat(this.locks.acquisitions()).isEmpty();
		assertThat(this.locks.lock("a").tryAcquire()).hasValueSatisfying(LockHandle::close);
		assertThat(held.isValid()).isTrue();
		held.close();
	}

	@Test
	void aLossIsKnownAtOnceAndTheLockGoesToTheNext() throws InterruptedException {
		CountDownLatch told = new CountDownLatch(1);
		LockHandle held = this.locks.lock("a").acquire().onLost(told::countDown);
		CompletableFuture<Long> next = CompletableFuture.supplyAsync(() -> {
			try (LockHandle taken = this.locks.lock("a").acquire()) {
				return taken.fencingToken();
			}
		});
		this.locks.lose("a");
		assertThat(held.isLost()).isTrue();
		assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();
		assertThat(next).succeedsWithin(Duration.ofSeconds(20))
			.satisfies((token) -> assertThat(token).isGreaterThan(held.fencingToken()));
		assertThat(this.locks.acquisitions().get(0).isLost()).isTrue();
		held.close();
	}

	@Test
	void aLossFailsTheBodyAsItsPolicySays() {
		AtomicBoolean ran = new AtomicBoolean();
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.locks.lock("a").onLoss(LossPolicy.FAIL).run(() -> {
				this.locks.lose("a");
				ran.set(true);
			}));
		assertThat(ran).isTrue();
	}

	@Test
	void aLossIsAnEvent() {
		CompletableFuture<LockEvent> event = new CompletableFuture<>();
		try (RecordingLockClient client = TestLockClients.create(TestLockMode.IN_MEMORY, TestSettings.NONE, (told) -> {
			if (told instanceof LockLostEvent) {
				event.complete(told);
			}
		}, LockInstrumentation.NONE); LockHandle held = client.lock("a").acquire()) {
			client.lose("a");
			assertThat(event).succeedsWithin(Duration.ofSeconds(20))
				.satisfies((lost) -> assertThat(lost.key()).isEqualTo("a"));
			assertThat(held.isLost()).isTrue();
		}
	}

	@Test
	void onlyALockInMemoryThatIsHeldCanBeLost() {
		assertThatIllegalStateException().isThrownBy(() -> this.locks.lose("a")).withMessageContaining("Nobody holds");
		try (RecordingLockClient granting = TestLockClients.alwaysGranted()) {
			granting.lock("a")
				.run(() -> assertThatExceptionOfType(UnsupportedOperationException.class)
					.isThrownBy(() -> granting.lose("a"))
					.withMessageContaining("TestLockClients.inMemory()"));
		}
	}

	@Test
	void showsTheLocksThatAreHeld() {
		this.locks.lock("a")
			.run(() -> assertThat(this.locks.held()).singleElement().matches((held) -> held.key().equals("a")));
		try (RecordingLockClient refusing = TestLockClients.alwaysRefused()) {
			assertThat(refusing.held()).isEmpty();
		}
		assertThat(new RecordingLockClient(this.locks).held()).isEmpty();
		LockClient other = this.locks::lock;
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> new RecordingLockClient(other).held())
			.withMessageContaining("LockAdmin");
	}

	@Test
	void doesNotCloseAClientOfAnother() {
		RecordingLockClient wrapping = new RecordingLockClient(this.locks);
		wrapping.lock("a").acquire().close();
		wrapping.close();
		wrapping.lock("a").acquire().close();
		assertThat(wrapping.acquisitions()).hasSize(2);
	}

	@Test
	void appliesTheSettingsOfALockByItsName() {
		try (RecordingLockClient client = TestLockClients.create(TestLockMode.IN_MEMORY,
				TestSettings.of("orders", LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ZERO)),
				LockEventListener.NONE, LockInstrumentation.NONE)) {
			client.holdElsewhere("a");
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> client.lock("a").name("orders").waitTime(Duration.ofDays(1)).acquire());
		}
	}

	@Test
	void refusesAtOnceALockWhoseSettingsSayToWait() {
		try (RecordingLockClient client = TestLockClients.create(TestLockMode.REFUSED,
				TestSettings.of("orders", LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ofDays(1))),
				LockEventListener.NONE, LockInstrumentation.NONE)) {
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> client.lock("a").name("orders").acquire());
		}
	}

	@Test
	void endsItsThreads() {
		RecordingLockClient client = TestLockClients.inMemory();
		Map<Thread, StackTraceElement[]> before = Thread.getAllStackTraces();
		client.lock("a").acquire().close();
		client.close();
		Awaitility.await()
			.untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet()).filteredOn(Thread::isAlive)
				.filteredOn((thread) -> thread.getName().equals("lock-timer"))
				.isSubsetOf(before.keySet()));
	}

	private LockAcquisition only() {
		assertThat(this.locks.acquisitions()).hasSize(1);
		return this.locks.acquisitions().get(0);
	}

}
