package io.github.lockstarter.core.hold;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.TaskExecutor;
import io.github.lockstarter.core.platform.Timer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what a {@link CallbackExecutor} does when the system grants no thread.
 */
class CallbackExecutorTests {

	private final Threads threads = new Threads();

	private final Alarms alarms = new Alarms();

	private final List<String> done = new ArrayList<>();

	private final CallbackExecutor executor = new CallbackExecutor(platform(), this.alarms, "test", 1, 1);

	private Platform platform() {
		return (Platform) Proxy.newProxyInstance(Platform.class.getClassLoader(), new Class<?>[] { Platform.class },
				(proxy, method, arguments) -> {
					assertThat(method.getName()).isEqualTo("executor");
					return this.threads;
				});
	}

	@Test
	void triesAgainWhenThereIsNoThread() {
		this.threads.exhausted = true;
		this.executor.run(() -> this.done.add("told"));
		this.alarms.ring();
		assertThat(this.done).isEmpty();
		this.threads.exhausted = false;
		this.alarms.ring();
		assertThat(this.done).containsExactly("told");
	}

	@Test
	void whatWaitsForAThreadRunsAtTheEnd() {
		this.threads.exhausted = true;
		this.executor.run(() -> this.done.add("first"));
		this.executor.run(() -> this.done.add("second"));
		this.executor.end();
		assertThat(this.done).containsExactly("first", "second");
		this.alarms.ring();
		assertThat(this.done).hasSize(2);
	}

	/** Runs a task at once, unless it is out of threads. */
	private static final class Threads implements TaskExecutor {

		private boolean exhausted;

		private boolean shutDown;

		@Override
		public void execute(Runnable task) {
			if (this.shutDown) {
				throw new RejectedExecutionException();
			}
			if (this.exhausted) {
				throw new OutOfMemoryError("thrown by a test");
			}
			task.run();
		}

		@Override
		public void shutdown() {
			this.shutDown = true;
		}

	}

	/** Rings when it is told to. */
	private static final class Alarms implements Timer {

		private List<Runnable> set = new ArrayList<>();

		void ring() {
			List<Runnable> due = this.set;
			this.set = new ArrayList<>();
			due.forEach(Runnable::run);
		}

		@Override
		public Future<?> schedule(Runnable task, long nanos) {
			this.set.add(task);
			return CompletableFuture.completedFuture(null);
		}

		@Override
		public int scheduled() {
			return this.set.size();
		}

		@Override
		public void shutdown() {
			this.set.clear();
		}

	}

}
