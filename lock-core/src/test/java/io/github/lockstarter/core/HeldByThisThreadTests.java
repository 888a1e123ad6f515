package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockState;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what a thread is told of the locks that it holds.
 */
class HeldByThisThreadTests {

	private final DefaultLockClient client = Clients.client(new MemoryLockStore(), "one");

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	private Optional<LockHandle> held(String... keys) {
		return this.client.lock(List.of(keys)).held();
	}

	@Test
	void onlyTheHoldingThreadHoldsIt() {
		assertThat(held("key")).isEmpty();
		try (LockHandle handle = this.client.lock("key").acquire()) {
			assertThat(held("key"))
				.hasValueSatisfying((held) -> assertThat(held.fencingToken()).isEqualTo(handle.fencingToken()));
			assertThat(CompletableFuture.supplyAsync(() -> held("key")).join()).isEmpty();
			assertThat(held("key", "other")).isEmpty();
		}
		assertThat(held("key")).isEmpty();
	}

	@Test
	void aDetachedHandleIsHeldByNoThread() {
		try (LockHandle handle = this.client.lock("key").acquire().detach()) {
			assertThat(handle.isValid()).isTrue();
			assertThat(held("key")).isEmpty();
		}
	}

	@Test
	void isTheHandleBehindALockOfTheJdk() {
		Lock lock = this.client.lock("key").asLock();
		lock.lock();
		LockHandle held = held("key").orElseThrow();
		held.extend(Duration.ofMinutes(5));
		assertThat(held.remaining()).isGreaterThan(Duration.ofMinutes(4));
		assertThat(held.isLost()).isFalse();
		lock.unlock();
		assertThat(held.isValid()).isFalse();
		assertThat(held.state()).isEqualTo(LockState.RELEASED);
		assertThatIllegalStateException().isThrownBy(() -> held.extend(Duration.ofMinutes(5)))
			.withMessageContaining("was given back; acquire the lock again");
	}

	@Test
	void toCloseItGivesNothingBack() {
		try (LockHandle handle = this.client.lock("key").acquire()) {
			held("key").orElseThrow().close();
			held("key").orElseThrow().closeAsync();
			assertThat(handle.isValid()).isTrue();
			assertThat(held("key")).isPresent();
		}
	}

	@Test
	void canNotBeDetached() {
		try (LockHandle handle = this.client.lock("key").acquire()) {
			assertThatExceptionOfType(UnsupportedOperationException.class)
				.isThrownBy(() -> held("key").orElseThrow().detach())
				.withMessageContaining("detach the one that acquired the lock");
			assertThat(handle.isValid()).isTrue();
		}
	}

	@Test
	void aReaderDoesNotHoldTheLockItself() {
		try (LockHandle reader = this.client.lock("key").read().acquire()) {
			assertThat(reader.isValid()).isTrue();
			assertThat(held("key")).isEmpty();
			assertThat(this.client.lock("key").read().held()).isPresent();
		}
	}

	@Test
	void aLostLockIsHeldUntilItIsGivenBackAndTellsOfItsLoss() {
		LockHandle handle = this.client.lock("key").leaseTime(Duration.ofMillis(200)).autoRenew(false).acquire();
		CompletableFuture<Void> told = new CompletableFuture<>();
		held("key").orElseThrow().onLost(() -> told.complete(null));
		assertThat(told).succeedsWithin(Duration.ofSeconds(20));
		assertThat(held("key")).hasValueSatisfying((held) -> assertThat(held.isLost()).isTrue());
		handle.close();
		assertThat(held("key")).isEmpty();
	}

}
