package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import org.junit.jupiter.api.Test;

import static io.github.lockstarter.core.Exclusion.assertExcluded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for asynchronous acquisition, and for the view as a JDK lock.
 */
@EachStore
class OtherViewsIntegrationTests extends TwoClients {

	OtherViewsIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	@Test
	void anAsynchronousAcquisitionWaitsWithoutAThread() {
		LockHandle held = acquire(this.one);
		CompletableFuture<LockHandle> later = async(this.two, AMPLY);
		awaitWaiters(1);
		assertThat(later).isNotDone();
		held.close();
		assertThat(later).succeedsWithin(Duration.ofSeconds(20));
		later.join().close();
	}

	@Test
	void anAsynchronousAcquisitionBelongsToNoThread() {
		LockHandle held = async(this.one, AMPLY).join();
		assertExcluded(held, this.one.lock(this.key)::tryAcquire);
		held.close();
	}

	@Test
	void anAsynchronousAcquisitionEndsAtItsDeadline() {
		LockHandle held = acquire(this.one);
		assertThat(async(this.two, BRIEFLY)).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.withCauseInstanceOf(LockNotAcquiredException.class);
		held.close();
	}

	@Test
	void cancellingAnAsynchronousAcquisitionGivesItsPlaceUp() {
		LockHandle held = acquire(this.one);
		CompletableFuture<LockHandle> later = async(this.two, AMPLY);
		awaitWaiters(1);
		later.cancel(false);
		awaitWaiters(0);
		held.close();
	}

	private CompletableFuture<LockHandle> async(DefaultLockClient client, Duration waitTime) {
		return client.lock(this.key).waitTime(waitTime).acquireAsync().toCompletableFuture();
	}

	@Test
	void theJdkViewIsOwnedByThreads() throws InterruptedException {
		Lock lock = this.one.lock(this.key).asLock();
		lock.lock();
		assertThat(lock.tryLock()).isTrue();
		assertThat(onAnotherThread(() -> lock.tryLock()).join()).isFalse();
		assertThat(onAnotherThread(() -> lock.tryLock(100, TimeUnit.MILLISECONDS)).join()).isFalse();
		assertThat(onAnotherThread(() -> {
			lock.unlock();
			return null;
		})).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.withCauseInstanceOf(IllegalMonitorStateException.class);
		lock.unlock();
		assertThat(this.two.lock(this.key).tryAcquire()).isEmpty();
		lock.unlock();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(lock::unlock);
		this.two.lock(this.key).tryAcquire().orElseThrow().close();
	}

	@Test
	void theJdkViewIsInterruptible() {
		LockHandle held = acquire(this.one);
		Lock lock = this.two.lock(this.key).asLock();
		CompletableFuture<Thread> started = new CompletableFuture<>();
		CompletableFuture<Void> waiting = onAnotherThread(() -> {
			started.complete(Thread.currentThread());
			lock.lockInterruptibly();
			return null;
		});
		awaitWaiters(1);
		started.join().interrupt();
		assertThat(waiting).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.withCauseInstanceOf(InterruptedException.class);
		held.close();
	}

	@Test
	void severalKeysAreInspectedTogetherInTheOrderInWhichTheyAreTaken() {
		String second = this.key + "/2";
		LockHandle held = this.one.lock(second).acquire();
		List<LockInfo> all = this.two.lock(List.of(second, this.key, second)).inspectAll();
		assertThat(all).extracting(LockInfo::key).containsExactly(this.key, second);
		assertThat(all).extracting(LockInfo::held).containsExactly(false, true);
		held.close();
		assertThat(this.two.lock(List.of(this.key, second)).inspectAll()).noneMatch(LockInfo::held);
		assertThat(this.two.lock(this.key).inspectAll()).containsExactly(this.two.lock(this.key).inspect());
	}

	@Test
	void aLockOfSeveralKeysHasNoSingleHolder() {
		LockSpec several = this.one.lock(List.of(this.key, this.key + "/2"));
		assertThatIllegalStateException().isThrownBy(several::inspect)
			.withMessage("The lock has 2 keys, each with holders of its own; use 'inspectAll()'.");
	}

	@Test
	void unlockingALockThatWasLostSaysSo() {
		Lock lock = this.one.lock(this.key).leaseTime(BRIEFLY).autoRenew(false).asLock();
		lock.lock();
		await().until(() -> this.two.lock(this.key).inspect().holder() == null);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::unlock);
	}

	@Test
	void aThreadThatLostALockCanNotTakeItAgainBeforeItUnlocks() {
		Lock lock = this.one.lock(this.key).leaseTime(BRIEFLY).autoRenew(false).asLock();
		lock.lock();
		await().until(() -> this.two.lock(this.key).inspect().holder() == null);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::lock);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::tryLock);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> lock.tryLock(1, TimeUnit.SECONDS));
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::unlock);
		assertThat(lock.tryLock()).isTrue();
		lock.unlock();
	}

}
