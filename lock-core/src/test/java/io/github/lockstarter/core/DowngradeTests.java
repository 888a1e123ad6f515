package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

import io.github.lockstarter.LockAdmin.HeldLock;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockUpgradeException;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a thread that has a lock alone, reads under it, and goes on reading.
 */
class DowngradeTests {

	private static final String KEY = "stock";

	private static final Duration LONG = Duration.ofMinutes(1);

	private final LockStore store = StallProofMemory.newStore();

	private final DefaultLockClient client = Clients.stallProofClient(this.store, "one");

	private final DefaultLockClient other = Clients.stallProofClient(this.store, "two");

	@AfterEach
	void leavesNothingBehind() {
		await().until(() -> this.client.engine().isIdle() && this.other.engine().isIdle());
		assertThat(this.other.lock(KEY).inspect().held()).isFalse();
		this.client.close();
		this.other.close();
	}

	private static LockSpec lock(DefaultLockClient client) {
		return client.lock(KEY).waitTime(Duration.ZERO).leaseTime(LONG);
	}

	private static boolean isRead(DefaultLockClient client) {
		return isFree(lock(client).read());
	}

	private static boolean isFree(LockSpec spec) {
		return CompletableFuture.supplyAsync(() -> {
			LockHandle handle = spec.tryAcquire().orElse(null);
			if (handle != null) {
				handle.close();
			}
			return handle != null;
		}).join();
	}

	@Test
	void othersReadOnceTheThreadOnlyReads() {
		ReadWriteLock both = lock(this.client).asReadWriteLock();
		both.writeLock().lock();
		both.readLock().lock();
		assertThat(isRead(this.other)).isFalse();
		both.writeLock().unlock();
		assertThat(isRead(this.other)).isTrue();
		assertThat(isRead(this.client)).isTrue();
		assertThat(isFree(lock(this.other))).isFalse();
		both.readLock().unlock();
		assertThat(isFree(lock(this.other))).isTrue();
	}

	@Test
	void theLockStaysWithOneThatHasReadAndGoesOnWriting() {
		try (LockHandle writer = lock(this.client).acquire()) {
			lock(this.client).read().acquire().close();
			assertThat(writer.kind()).isEqualTo(LockKind.MUTEX);
			assertThat(isRead(this.other)).isFalse();
		}
	}

	@Test
	void theLockStaysWithOneThatWritesTwice() {
		LockHandle outer = lock(this.client).acquire();
		LockHandle inner = lock(this.client).acquire();
		LockHandle reader = lock(this.client).read().acquire();
		outer.close();
		assertThat(isRead(this.other)).isFalse();
		inner.close();
		assertThat(isRead(this.other)).isTrue();
		reader.close();
	}

	@Test
	void permitsUnderAMutexKeepIt() {
		LockHandle writer = lock(this.client).acquire();
		LockHandle permits = lock(this.client).permits(1, 5).acquire();
		writer.close();
		assertThat(isFree(lock(this.other).permits(1, 5))).isFalse();
		permits.close();
	}

	@Test
	void aLockThatIsHeldAtLeastSoLongStaysAMutex() {
		LockHandle writer = lock(this.client).minHold(Duration.ofMillis(200)).acquire();
		LockHandle reader = lock(this.client).read().acquire();
		writer.close();
		assertThat(isRead(this.other)).isFalse();
		reader.close();
		await().until(() -> isFree(lock(this.other)));
	}

	@Test
	void whoOnlyReadsByNowDoesNotWriteAgain() {
		LockHandle writer = lock(this.client).acquire();
		LockHandle reader = lock(this.client).read().acquire();
		writer.close();
		assertThatExceptionOfType(LockUpgradeException.class).isThrownBy(() -> lock(this.client).acquire())
			.withMessageContaining("as READ and asked for it as MUTEX");
		assertThatExceptionOfType(LockUpgradeException.class)
			.isThrownBy(() -> lock(this.client).permits(1, 5).acquire());
		assertThat(lock(this.client).held()).isEmpty();
		lock(this.client).read().acquire().close();
		assertThat(reader.isValid()).isTrue();
		reader.close();
	}

	@Test
	void aFencingTokenBelongsToTheWriterOnly() {
		LockHandle writer = lock(this.client).acquire();
		LockHandle reader = lock(this.client).read().acquire();
		long token = writer.fencingToken();
		assertThat(reader.kind()).isEqualTo(LockKind.READ);
		assertThatIllegalStateException().isThrownBy(reader::fencingToken);
		writer.close();
		assertThat(writer.fencingToken()).isEqualTo(token);
		HeldLock held = this.client.held().get(0);
		assertThat(held.kind()).isEqualTo(LockKind.READ);
		assertThat(held.permits()).isEqualTo(1);
		assertThat(held.fencingToken()).isZero();
		reader.close();
		try (LockHandle next = lock(this.other).acquire()) {
			assertThat(next.fencingToken()).isGreaterThan(token);
		}
	}

	@Test
	void aDetachedReaderGoesOnReading() {
		LockHandle writer = lock(this.client).acquire();
		LockHandle reader = lock(this.client).read().acquire().detach();
		writer.close();
		assertThat(isRead(this.other)).isTrue();
		assertThat(reader.isValid()).isTrue();
		reader.close();
	}

	@Test
	void oneOfSeveralKeysIsReadOn() {
		LockHandle writer = this.client.lock(List.of(KEY, "other")).leaseTime(LONG).acquire();
		LockHandle reader = lock(this.client).read().acquire();
		writer.close();
		assertThat(isFree(this.other.lock("other").waitTime(Duration.ZERO))).isTrue();
		assertThat(isRead(this.other)).isTrue();
		reader.close();
	}

	@Test
	void aLeaseThatIsNotRenewedLastsNoLonger() {
		Duration lease = Duration.ofSeconds(10);
		LockHandle writer = lock(this.client).leaseTime(lease).autoRenew(false).acquire();
		LockHandle reader = lock(this.client).leaseTime(lease).read().acquire();
		StallProofTime.pass(lease.dividedBy(2));
		writer.close();
		assertThat(reader.remaining()).isPositive().isLessThanOrEqualTo(lease.dividedBy(2));
		assertThat(this.other.lock(KEY).inspect().holders()).singleElement()
			.satisfies((holder) -> assertThat(holder.remaining()).isLessThanOrEqualTo(lease.dividedBy(2)));
		reader.close();
	}

	@Test
	void aViewUnlocksOnlyWhatItHasLocked() {
		ReadWriteLock both = lock(this.client).asReadWriteLock();
		both.readLock().lock();
		assertIsNotLocked(both.writeLock(), "MUTEX");
		assertThat(isFree(lock(this.other))).isFalse();
		both.readLock().unlock();
		both.writeLock().lock();
		assertIsNotLocked(both.readLock(), "READ");
		both.readLock().lock();
		both.writeLock().unlock();
		assertIsNotLocked(both.writeLock(), "MUTEX");
		both.readLock().unlock();
	}

	private static void assertIsNotLocked(Lock view, String kind) {
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(view::unlock)
			.withMessage("Thread '" + Thread.currentThread().getName() + "' holds lock '" + KEY + "', but not as "
					+ kind + ".");
	}

}
