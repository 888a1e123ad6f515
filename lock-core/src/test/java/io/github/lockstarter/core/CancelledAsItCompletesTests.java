package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockScope;
import io.github.lockstarter.core.platform.TaskExecutor;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for an asynchronous acquisition that is cancelled when it has the lock, and its
 * caller does not know that yet.
 */
class CancelledAsItCompletesTests {

	private final Queue<Runnable> completions = new ConcurrentLinkedQueue<>();

	@Test
	void aLockThatItsCallerNeverHadIsNotKept() {
		MemoryLockStore store = new MemoryLockStore();
		try (DefaultLockClient client = Clients.client(store, new LateCompletions());
				DefaultLockClient other = Clients.client(store, "two")) {
			CompletableFuture<LockHandle> acquired = client.lock("report")
				.minHold(Duration.ofMinutes(1))
				.acquireAsync()
				.toCompletableFuture();
			await().until(() -> this.completions.size() == 1);
			assertThat(acquired.cancel(false)).isTrue();
			this.completions.remove().run();
			await().until(client.engine()::isIdle);
			assertThat(other.lock("report").inspect().held()).isFalse();
		}
	}

	@Test
	void theThreadAroundItsCallerGoesOnEnteringItsLock() {
		try (DefaultLockClient client = Clients.client(new MemoryLockStore(), new LateCompletions())) {
			LockSpec lock = client.lock("report").waitTime(Duration.ZERO);
			LockHandle outer = lock.acquire();
			LockScope former = LockContext.enter(LockScope.NONE.with("", outer).propagated());
			CompletableFuture<LockHandle> inner = lock.acquireAsync().toCompletableFuture();
			LockContext.enter(former);
			await().until(() -> this.completions.size() == 1);
			assertThat(inner.cancel(false)).isTrue();
			this.completions.remove().run();
			assertThat(lock.tryAcquire()).hasValueSatisfying(LockHandle::close);
			outer.close();
			await().until(client.engine()::isIdle);
		}
	}

	private final class LateCompletions extends StallProofPlatform {

		@Override
		public TaskExecutor executor(String name, int mostThreads, int mostWaiting) {
			return name.equals("lock-completion") ? new LateExecutor() : super.executor(name, mostThreads, mostWaiting);
		}

	}

	private final class LateExecutor implements TaskExecutor {

		@Override
		public void execute(Runnable task) {
			CancelledAsItCompletesTests.this.completions.add(task);
		}

		@Override
		public void shutdown() {
		}

	}

}
