package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockScope;
import io.github.lockstarter.LockUpgradeException;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for calls that enter again what a pipeline or coroutine around them holds.
 */
class ScopeReentryTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final MemoryLockStore store = new MemoryLockStore();

	private final DefaultLockClient client = Clients.stallProofClient(this.store, "one");

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	private LockSpec lock(String key) {
		return this.client.lock(key).waitTime(Duration.ZERO);
	}

	private LockHandle acquiredByNoThread(LockSpec lock) {
		return lock.acquireAsync().toCompletableFuture().orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join();
	}

	/** What a pipeline carries along under a lock. */
	private static LockScope scopeOf(LockHandle handle) {
		return LockScope.NONE.with("", handle).propagated();
	}

	private static <T> T onAnotherThread(LockScope scope, Callable<T> task) {
		return CompletableFuture.supplyAsync(() -> {
			LockScope former = LockContext.enter(scope);
			try {
				return task.call();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
			finally {
				LockContext.enter(former);
			}
		}).orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join();
	}

	@Test
	void entersAtOnceOnWhateverThread() {
		try (LockHandle outer = acquiredByNoThread(lock("key"))) {
			long token = onAnotherThread(scopeOf(outer), () -> lock("key").call(LockContext.current()::fencingToken));
			assertThat(token).isEqualTo(outer.fencingToken());
			assertThat(outer.isValid()).isTrue();
		}
		assertThat(lock("key").inspect().held()).isFalse();
	}

	@Test
	void entersAtOnceWithoutAThread() {
		try (LockHandle outer = acquiredByNoThread(lock("key"))) {
			LockHandle inner = onAnotherThread(scopeOf(outer), () -> acquiredByNoThread(lock("key")));
			assertThat(inner.fencingToken()).isEqualTo(outer.fencingToken());
			inner.close();
			assertThat(outer.isValid()).isTrue();
		}
	}

	@Test
	void isReleasedWithTheLastOfTheHandles() {
		LockHandle outer = this.client.lock("key").acquire();
		LockHandle inner = onAnotherThread(scopeOf(outer), () -> lock("key").acquire());
		outer.close();
		assertThat(inner.isValid()).isTrue();
		assertThat(lock("key").tryAcquire()).isEmpty();
		inner.close();
		assertThat(lock("key").inspect().held()).isFalse();
	}

	@Test
	void takesOnlyTheKeysThatAreNotHeld() {
		try (LockHandle outer = acquiredByNoThread(lock("b"))) {
			LockHandle all = onAnotherThread(scopeOf(outer), () -> this.client.lock(List.of("a", "b", "c")).acquire());
			assertThat(all.fencingToken("b")).isEqualTo(outer.fencingToken());
			all.close();
			assertThat(outer.isValid()).isTrue();
			assertThat(lock("a").inspect().held()).isFalse();
		}
	}

	@Test
	void whatItTakesBesideIsItsThreads() {
		try (LockHandle outer = acquiredByNoThread(lock("a"))) {
			onAnotherThread(scopeOf(outer), () -> {
				LockHandle both = this.client.lock(List.of("a", "b")).acquire();
				assertThat(lock("b").tryAcquire()).hasValueSatisfying(LockHandle::close);
				both.detach();
				assertThat(lock("b").tryAcquire()).isEmpty();
				both.close();
				return null;
			});
		}
	}

	@Test
	void isHeldThere() {
		try (LockHandle outer = acquiredByNoThread(lock("key"))) {
			Optional<LockHandle> held = onAnotherThread(scopeOf(outer), () -> lock("key").held());
			assertThat(held).isPresent();
			assertThat(lock("key").held()).isEmpty();
		}
	}

	@Test
	void aDetachedHandleIsEnteredByWhatItRuns() {
		try (LockHandle outer = this.client.lock("key").acquire().detach()) {
			outer.run(() -> lock("key").run(() -> assertThat(LockContext.held()).hasSize(2)));
			assertThat(lock("key").tryAcquire()).isEmpty();
		}
	}

	@Test
	void whatAThreadHoldsIsEnteredByItsPipelinesOnly() {
		try (LockHandle outer = this.client.lock("key").acquire()) {
			LockScope scope = LockScope.NONE.with("", outer);
			assertThat(onAnotherThread(scope, () -> lock("key").tryAcquire())).isEmpty();
			assertThat(onAnotherThread(scope, () -> lock("key").held())).isEmpty();
			onAnotherThread(scope.propagated(), () -> lock("key").acquire()).close();
		}
	}

	@Test
	void aCallWithoutReentryIsRefusedAtOnce() {
		try (LockHandle outer = acquiredByNoThread(lock("key"))) {
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> LockContext.call("", outer,
						() -> this.client.lock("key").reentrant(false).waitTime(SOON).acquire()))
				.withMessageContaining("'reentrant' is off");
		}
	}

	@Test
	void whatIsSharedIsNotHadAlone() {
		try (LockHandle outer = acquiredByNoThread(lock("key").permits(1, 3))) {
			assertThatExceptionOfType(LockUpgradeException.class)
				.isThrownBy(() -> LockContext.call("", outer, () -> lock("key").permits(2, 3).acquire()));
			LockContext.call("", outer, () -> lock("key").permits(1, 3).acquire()).close();
		}
	}

	@Test
	void aLongerLeaseExtendsTheLease() {
		try (LockHandle outer = acquiredByNoThread(lock("key").leaseTime(Duration.ofSeconds(30)))) {
			onAnotherThread(scopeOf(outer), () -> acquiredByNoThread(lock("key").leaseTime(Duration.ofMinutes(5))))
				.close();
			assertThat(outer.remaining()).isGreaterThan(Duration.ofMinutes(4));
		}
	}

	@Test
	void aLostLockIsNotEntered() {
		LockHandle outer = acquiredByNoThread(lock("key"));
		this.client.forceRelease("key");
		await().until(outer::isLost);
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> LockContext.call("", outer, () -> lock("key").acquire()));
		outer.closeAsync();
		LockContext.call("", outer, () -> lock("key").acquire()).close();
	}

	@Test
	void aViewAsALockOfTheJdkBelongsToItsThread() {
		try (LockHandle outer = acquiredByNoThread(lock("key"))) {
			assertThat(onAnotherThread(scopeOf(outer), () -> lock("key").asLock().tryLock())).isFalse();
		}
	}

	@Test
	void anotherClientEntersNothing() {
		DefaultLockClient other = Clients.stallProofClient(this.store, "two");
		try (LockHandle outer = acquiredByNoThread(lock("key"))) {
			assertThat(onAnotherThread(scopeOf(outer), () -> other.lock("key").tryAcquire())).isEmpty();
		}
		other.close();
	}

	@Test
	void nestedLocksAreGrantedWhileTheClientShutsDown() {
		LockHandle outer = acquiredByNoThread(lock("key"));
		CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> this.client.stop(SOON));
		await().until(() -> !this.client.engine().clientLifecycle().isOpen());
		onAnotherThread(scopeOf(outer), () -> lock("nested").acquire()).close();
		onAnotherThread(scopeOf(outer), () -> acquiredByNoThread(lock("other"))).close();
		outer.close();
		assertThat(stopped).succeedsWithin(SOON);
	}

}
