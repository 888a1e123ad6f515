package io.github.lockstarter.benchmarks.jmh;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.ClientIdentity;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.core.LockClientOptions;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Costs of this project itself, over the store in memory.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class LocalBenchmarks {

	/**
	 * Take and release a lock that nobody else wants.
	 * @param locks the locks
	 */
	@Benchmark
	public void acquireAndRelease(Locks locks) {
		locks.client.lock("free").acquire().close();
	}

	/**
	 * Take and release a lock that the thread holds.
	 * @param held the lock
	 */
	@Benchmark
	public void reentry(HeldLock held) {
		held.locks.client.lock("held").acquire().close();
	}

	/**
	 * Ask a handle whether it is valid.
	 * @param held the lock
	 * @return whether it is
	 */
	@Benchmark
	public boolean validity(HeldLock held) {
		return held.handle.isValid();
	}

	/**
	 * Pass a lock between two threads.
	 * @param locks the locks
	 */
	@Benchmark
	@Threads(2)
	public void pass(Locks locks) {
		locks.client.lock("contended").acquire().close();
	}

	/**
	 * A client over the store in memory.
	 */
	@State(Scope.Benchmark)
	public static class Locks {

		final DefaultLockClient client = new DefaultLockClient(new MemoryLockStore(),
				new LockSettings(LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ofSeconds(60)), Map.of()),
				new ClientIdentity("benchmarks", "jmh"), LockClientOptions.DEFAULT);

		/** Stop. */
		@TearDown
		public void close() {
			this.client.close();
		}

	}

	/**
	 * A lock that the thread holds.
	 */
	@State(Scope.Thread)
	public static class HeldLock {

		final Locks locks = new Locks();

		final LockHandle handle = this.locks.client.lock("held").acquire();

		/** Stop. */
		@TearDown
		public void close() {
			this.handle.close();
			this.locks.close();
		}

	}

}
