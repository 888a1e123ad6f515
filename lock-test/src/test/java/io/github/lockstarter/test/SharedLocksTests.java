package io.github.lockstarter.test;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReadWriteLock;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockUpgradeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests locks that several hold at a time: what is granted, and what is on record.
 */
@Timeout(30)
class SharedLocksTests {

	private final RecordingLockClient locks = TestLockClients.inMemory();

	@AfterEach
	void close() {
		this.locks.close();
	}

	@Test
	void recordsWhatKindOfLockWasAskedFor() {
		this.locks.lock("a").acquire().close();
		this.locks.lock("a").read().acquire().close();
		this.locks.lock("a").permits(2, 5).acquire().close();
		List<LockAcquisition> all = this.locks.acquisitions("a");
		assertThat(all).extracting(LockAcquisition::kind)
			.containsExactly(LockKind.MUTEX, LockKind.READ, LockKind.SEMAPHORE);
		assertThat(all).extracting(LockAcquisition::permits).containsExactly(1, 1, 2);
		assertThat(all.get(1).capacity()).isEmpty();
		assertThat(all.get(2).capacity()).hasValue(5);
		assertThatIllegalStateException().isThrownBy(() -> all.get(2).fencingToken());
	}

	@Test
	void readsBesideAnotherWhoReadsButNotBesideAWriter() {
		LockHandle reader = this.locks.holdElsewhere(LockSpec::read, "a");
		this.locks.lock("a").read().run(() -> assertThat(reader.isValid()).isTrue());
		assertThat(this.locks.lock("a").tryAcquire()).isEmpty();
		reader.close();
		this.locks.holdElsewhere("a");
		assertThat(this.locks.lock("a").read().tryAcquire()).isEmpty();
		assertThat(this.locks.acquisitions("a")).extracting(LockAcquisition::isRefused)
			.containsExactly(false, true, true);
	}

	@Test
	void hasAsManyPermitsAsOthersLeave() {
		this.locks.holdElsewhere((lock) -> lock.permits(4, 5), "a");
		assertThat(this.locks.lock("a").permits(2, 5).tryAcquire()).isEmpty();
		assertThat(this.locks.lock("a").permits(1, 5).tryAcquire()).hasValueSatisfying(LockHandle::close);
	}

	@Test
	void allWhoShareALockLoseIt() {
		LockHandle elsewhere = this.locks.holdElsewhere((lock) -> lock.permits(1, 5), "a");
		LockHandle held = this.locks.lock("a").permits(1, 5).acquire();
		this.locks.lose("a");
		assertThat(held.isLost()).isTrue();
		assertThat(elsewhere.isLost()).isTrue();
		assertThat(this.locks.acquisitions("a")).singleElement().matches(LockAcquisition::isLost);
		held.close();
	}

	@Test
	void recordsBothLocksOfAPairFromTheJdk() {
		ReadWriteLock both = this.locks.lock("a").asReadWriteLock();
		both.readLock().lock();
		assertThat(CompletableFuture.supplyAsync(both.writeLock()::tryLock).join()).isFalse();
		assertThatExceptionOfType(LockUpgradeException.class).isThrownBy(both.writeLock()::lock);
		both.readLock().unlock();
		both.writeLock().lock();
		both.readLock().lock();
		both.writeLock().unlock();
		both.readLock().unlock();
		List<LockAcquisition> all = this.locks.acquisitions("a");
		assertThat(all).extracting(LockAcquisition::kind)
			.containsExactly(LockKind.READ, LockKind.MUTEX, LockKind.MUTEX, LockKind.MUTEX, LockKind.READ);
		assertThat(all.get(2).failure()).containsInstanceOf(LockUpgradeException.class);
		assertThat(all).filteredOn(LockAcquisition::isGranted).hasSize(3).allMatch(LockAcquisition::isReleased);
	}

	@Test
	void theOtherModesKnowAllKinds() {
		try (RecordingLockClient granting = TestLockClients.alwaysGranted();
				RecordingLockClient refusing = TestLockClients.alwaysRefused()) {
			granting.holdElsewhere("a");
			granting.lock("a").read().acquire().close();
			ReadWriteLock both = granting.lock("a").asReadWriteLock();
			both.readLock().lock();
			both.readLock().unlock();
			assertThat(granting.acquisitions("a")).extracting(LockAcquisition::kind)
				.containsExactly(LockKind.READ, LockKind.READ);
			assertThat(refusing.lock("a").read().tryAcquire()).isEmpty();
			assertThat(refusing.lock("a").permits(1, 5).tryAcquire()).isEmpty();
		}
	}

}
