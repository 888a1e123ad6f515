package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.LockHandle;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for asking whether a thread holds a lock.
 */
@EachStore
class HeldHereIntegrationTests extends TwoClients {

	HeldHereIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	@Test
	void theThreadThatAcquiredALockHoldsItAndNoOther() {
		assertThat(this.one.lock(this.key).held()).isEmpty();
		try (LockHandle acquired = acquire(this.one)) {
			LockHandle held = this.one.lock(this.key).held().orElseThrow();
			assertThat(held.fencingToken()).isEqualTo(acquired.fencingToken());
			assertThat(held.isValid()).isTrue();
			assertThat(this.two.lock(this.key).held()).isEmpty();
			assertThat(onAnotherThread(() -> this.one.lock(this.key).held()).join()).isEmpty();
		}
		assertThat(this.one.lock(this.key).held()).isEmpty();
	}

	@Test
	void toCloseItGivesNothingBack() {
		try (LockHandle acquired = acquire(this.one)) {
			LockHandle held = this.one.lock(this.key).held().orElseThrow();
			held.close();
			held.close();
			assertThat(acquired.isValid()).isTrue();
			assertThat(this.two.lock(this.key).tryAcquire()).isEmpty();
			assertThatIllegalStateException().isThrownBy(() -> held.extend(Duration.ofSeconds(40)))
				.withMessageContaining("was closed");
		}
	}

	@Test
	void itCannotBeDetached() {
		try (LockHandle acquired = acquire(this.one)) {
			assertThatIllegalStateException().isThrownBy(() -> this.one.lock(this.key).held().orElseThrow().detach())
				.withMessageContaining("detach the handle that did");
			assertThat(acquired.isValid()).isTrue();
		}
	}

	@Test
	void aJdkLockHasAHandleByWhichItIsExtendedAndTellsItsLoss() {
		Lock lock = this.one.lock(this.key).asLock();
		lock.lock();
		AtomicInteger told = new AtomicInteger();
		LockHandle held = this.one.lock(this.key).held().orElseThrow().onLost(told::incrementAndGet);
		held.extend(Duration.ofMinutes(2));
		assertThat(held.remaining()).isGreaterThan(Duration.ofMinutes(1));
		assertThat(this.one.forceRelease(this.key)).isTrue();
		await().until(() -> told.get() == 1);
		assertThat(this.one.lock(this.key).held()).hasValueSatisfying((lost) -> assertThat(lost.isLost()).isTrue());
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(lock::unlock);
		assertThat(this.one.lock(this.key).held()).isEmpty();
	}

	@Test
	void severalKeysAreHeldIfEachIs() {
		String another = anotherKey();
		try (LockHandle acquired = acquire(this.one)) {
			assertThat(this.one.lock(List.of(this.key, another)).held()).isEmpty();
			try (LockHandle second = this.one.lock(another).acquire()) {
				LockHandle held = this.one.lock(List.of(this.key, another)).held().orElseThrow();
				assertThat(held.fencingToken(another)).isEqualTo(second.fencingToken());
				assertThat(held.fencingToken(this.key)).isEqualTo(acquired.fencingToken());
			}
		}
	}

	@Test
	void aLockThatBelongsToNoThreadIsHeldByNone() {
		LockHandle acquired = this.one.lock(this.key).acquireAsync().toCompletableFuture().join();
		assertThat(this.one.lock(this.key).held()).isEmpty();
		acquired.close();
		LockHandle detached = acquire(this.one).detach();
		assertThat(this.one.lock(this.key).held()).isEmpty();
		detached.close();
	}

}
