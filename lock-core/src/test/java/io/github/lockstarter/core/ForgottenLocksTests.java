package io.github.lockstarter.core;

import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.core.platform.SteppedPlatform;
import io.github.lockstarter.store.memory.MemoryLockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import io.github.lockstarter.testing.GarbageCollection;
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
 * Tests for locks that are never closed: they end with their lease, and leave nothing
 * behind once nobody can close them any more.
 */
@ExtendWith(OutputCaptureExtension.class)
class ForgottenLocksTests {

	private static final int MANY = 5000;

	private static final Duration AMPLY = Duration.ofMinutes(3);

	private static final Duration STEP = Duration.ofSeconds(1);

	private final SteppedPlatform platform = new SteppedPlatform();

	private final MemoryLockStore store = StallProofMemory.newStore(this.platform::nanoTime);

	private final DefaultLockClient client = Clients.client(this.store, this.platform);

	private final DefaultLockClient other = Clients.client(this.store, this.platform);

	@AfterEach
	void leavesNothingBehind() {
		untilCollected(this.client.engine()::isIdle);
		this.client.close();
		this.other.close();
	}

	/** Time passes meanwhile. */
	private void untilCollected(Callable<Boolean> condition) {
		GarbageCollection.until(() -> {
			this.platform.pass(STEP);
			return condition.call();
		});
	}

	private void acquireAndForget(String key, Duration lease, boolean renew) {
		assertThat(this.client.lock(key).leaseTime(lease).autoRenew(renew).tryAcquire()).isPresent();
	}

	@Test
	void locksLeftToTheirLeaseAreForgotten() {
		for (int i = 0; i < MANY; i++) {
			acquireAndForget("key" + i, Duration.ofMillis(200), false);
		}
		untilCollected(this.client.engine()::isIdle);
		this.client.lock("key0").acquire().close();
	}

	@Test
	void theirThreadHearsOfTheLossAsLongAsItHasTheHandle() {
		LockHandle kept = this.client.lock("key").leaseTime(Duration.ofMillis(100)).autoRenew(false).acquire();
		this.platform.pass(STEP);
		assertThat(kept.isLost()).isTrue();
		System.gc();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.client.lock("key").tryAcquire());
		kept.close();
		this.client.lock("key").acquire().close();
	}

	@Test
	void aShutdownDoesNotWaitForLocksThatAreLost() {
		LockHandle kept = this.client.lock("key").leaseTime(Duration.ofMillis(100)).autoRenew(false).acquire();
		this.platform.pass(STEP);
		assertThat(kept.isLost()).isTrue();
		assertThat(CompletableFuture.runAsync(() -> this.client.stop(AMPLY.multipliedBy(10)))).succeedsWithin(AMPLY);
		kept.close();
	}

	@Test
	void aHandleThatIsDroppedIsReportedAndItsLeaseEnds(CapturedOutput output) {
		acquireAndForget("dropped", Duration.ofSeconds(3), true);
		untilCollected(() -> this.other.lock("dropped").inspect().holder() == null);
		await().untilAsserted(() -> assertThat(output).contains("Its lease is not renewed any more and ends in"));
		assertThat(output).contains("The handle of lock 'dropped'")
			.contains("was dropped without being closed")
			.contains("ForgottenLocksTests.acquireAndForget")
			.contains("thread '" + Thread.currentThread().getName() + "'");
	}

	@Test
	void aHandleThatIsDroppedIsNoticedThoughItsThreadGoesOnUsingTheLock(CapturedOutput output) {
		acquireAndForget("key", Duration.ofSeconds(3), true);
		AtomicReference<@Nullable LockHandle> last = new AtomicReference<>();
		untilCollected(() -> {
			this.client.lock("key").tryAcquire().ifPresent((used) -> {
				last.set(used);
				used.close();
			});
			return isGranted(this.other, "key");
		});
		Reference.reachabilityFence(last);
		assertThat(output).containsOnlyOnce("The handle of lock 'key'");
	}

	@Test
	void permitsAreNoticedThoughTheThreadsThatDroppedThemGoOnUsingThem() {
		LockSpec permits = this.client.lock("key").permits(1, 2).leaseTime(Duration.ofSeconds(3));
		assertThat(permits.tryAcquire()).isPresent();
		assertThat(CompletableFuture.supplyAsync(() -> permits.reentrant(false).tryAcquire().isPresent()))
			.succeedsWithin(AMPLY)
			.isEqualTo(true);
		untilCollected(() -> {
			permits.tryAcquire().ifPresent(LockHandle::close);
			try (LockHandle one = this.other.lock("key").permits(1, 2).tryAcquire().orElse(null)) {
				return one != null && isGranted(() -> this.other.lock("key").reentrant(false).permits(1, 2));
			}
		});
	}

	private static boolean isGranted(LockClient client, String key) {
		return isGranted(() -> client.lock(key));
	}

	/** On a thread that holds nothing. */
	private static boolean isGranted(Supplier<LockSpec> lock) {
		return CompletableFuture.supplyAsync(() -> {
			Optional<LockHandle> handle = lock.get().tryAcquire();
			handle.ifPresent(LockHandle::close);
			return handle.isPresent();
		}).join();
	}

	@Test
	void aLockWhoseInnerHandleWasDroppedIsRenewedForTheOuterOneAndThenLeftToItsLease(CapturedOutput output) {
		LockHandle outer = this.client.lock("key").leaseTime(Duration.ofSeconds(3)).acquire();
		acquireAndForget("key", Duration.ofSeconds(3), true);
		untilCollected(() -> output.getOut().contains("The handle of lock 'key'"));
		assertThat(output).contains("Once its other handles are closed, it is not released, but ends with its lease.");
		this.platform.pass(Duration.ofSeconds(8));
		assertThat(outer.isValid()).isTrue();
		outer.close();
		assertThat(isGranted(this.other, "key")).isFalse();
		this.platform.pass(Duration.ofSeconds(4));
		assertThat(isGranted(this.other, "key")).isTrue();
	}

	@Test
	void aWriterWhoseHandleWasDroppedLetsNoReadersIn(CapturedOutput output) {
		acquireAndForget("key", Duration.ofSeconds(3), true);
		LockHandle reading = this.client.lock("key").read().acquire();
		untilCollected(() -> output.getOut().contains("The handle of lock 'key'"));
		assertThat(isGranted(() -> this.other.lock("key").read())).isFalse();
		reading.close();
	}

	@Test
	void aLockThatIsLeftToItsLeaseCostsNothingButItsRecord(CapturedOutput output) {
		acquireAndForget("key", Duration.ofDays(1), false);
		untilCollected(this.client.engine()::isIdle);
		assertThat(this.client.engine().admin().held()).isEmpty();
		assertThat(this.other.lock("key").inspect().held()).isTrue();
		assertThat(output).doesNotContain("lock 'key'").doesNotContain("Lock 'key'");
	}

	@Test
	void theThreadThatLeftALockToItsLeaseDoesNotEnterItAgain() {
		acquireAndForget("key", Duration.ofDays(1), false);
		untilCollected(this.client.engine()::isIdle);
		assertThat(this.client.lock("key").tryAcquire()).isEmpty();
		assertThat(isGranted(this.client, "key")).isFalse();
	}

	@Test
	void aLockThatIsLeftToItsLeaseIsAskedForByThoseWhoWaitBehindIt() {
		acquireAndForget("key", Duration.ofMinutes(1), false);
		CompletableFuture<LockHandle> waiting = this.client.lock("key")
			.waitTime(Duration.ofHours(1))
			.acquireAsync()
			.toCompletableFuture();
		untilCollected(waiting::isDone);
		waiting.join().close();
	}

	@Test
	void aShutdownDoesNotWaitForAHandleThatIsKnownToBeDropped(CapturedOutput output) {
		acquireAndForget("dropped", Duration.ofSeconds(5), true);
		untilCollected(() -> {
			this.client.engine().holdLifecycle().doubted();
			return output.getOut().contains("was dropped without being closed");
		});
		this.client.stop(AMPLY.multipliedBy(10));
		assertThat(this.other.lock("dropped").inspect().held()).isTrue();
	}

	@Test
	void aHandleThatIsStillReferencedIsRenewed(CapturedOutput output) {
		LockHandle outer = this.client.lock("key").leaseTime(Duration.ofSeconds(3)).acquire();
		LockHandle kept = this.client.lock("key").acquire();
		outer.close();
		acquireAndForget("dropped", Duration.ofSeconds(1), true);
		untilCollected(() -> this.other.lock("dropped").inspect().holder() == null);
		System.gc();
		assertThat(kept.isValid()).isTrue();
		assertThat(output).doesNotContain("handle of lock 'key'");
		kept.close();
		Reference.reachabilityFence(outer);
	}

	@Test
	void aLockOfTheJdkIsHeldThoughAHandleOfItsThreadWasClosedInside(CapturedOutput output) {
		Lock lock = this.client.lock("key").leaseTime(Duration.ofSeconds(3)).asLock();
		lock.lock();
		this.client.lock("key").run(() -> {
		});
		assertIsHeldAfterACollection(output);
		lock.unlock();
	}

	@Test
	void aLockOfTheJdkIsHeldThoughTheHandleAroundItWasClosed(CapturedOutput output) {
		Lock lock = this.client.lock("key").asLock();
		LockHandle around = this.client.lock("key").leaseTime(Duration.ofSeconds(3)).acquire();
		lock.lock();
		around.close();
		around = null;
		assertIsHeldAfterACollection(output);
		lock.unlock();
	}

	private void assertIsHeldAfterACollection(CapturedOutput output) {
		acquireAndForget("dropped", Duration.ofSeconds(1), true);
		untilCollected(() -> this.other.lock("dropped").inspect().holder() == null);
		assertThat(output).doesNotContain("handle of lock 'key'");
		assertThat(this.other.lock("key").inspect().held()).isTrue();
	}

	@Test
	void aLockOfTheJdkIsHeldAsLongAsItsThreadLives(CapturedOutput output) {
		CountDownLatch end = new CountDownLatch(1);
		Thread holder = new Thread(() -> {
			Lock lock = this.client.lock("key").leaseTime(Duration.ofSeconds(3)).asLock();
			lock.lock();
			await().pollInSameThread().atMost(AMPLY).until(() -> end.getCount() == 0);
		}, "holder");
		holder.start();
		await().until(() -> this.other.lock("key").inspect().held());
		acquireAndForget("dropped", Duration.ofSeconds(1), true);
		untilCollected(() -> this.other.lock("dropped").inspect().holder() == null);
		assertThat(this.other.lock("key").inspect().held()).isTrue();
		assertThat(output).doesNotContain("handle of lock 'key'");
		end.countDown();
		untilCollected(() -> this.other.lock("key").inspect().holder() == null);
		await().untilAsserted(() -> assertThat(output).contains("lock 'key'").contains("thread 'holder'"));
	}

}
