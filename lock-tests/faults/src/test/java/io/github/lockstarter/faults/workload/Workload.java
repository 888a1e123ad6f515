package io.github.lockstarter.faults.workload;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.faults.workload.RecordedLock.Held;
import org.jspecify.annotations.Nullable;

/**
 * What a thread does again and again under a lock.
 */
public enum Workload {

	/**
	 * Reads two registers, works for a while, and writes them: a plain one if the lock is
	 * still valid then, and a fenced one in any case.
	 */
	REGISTERS {

		@Override
		void run(RecordedLock lock, ResourceClient resource, long windowMillis) {
			try (Held held = lock.acquire(WAIT)) {
				if (held == null) {
					return;
				}
				RegistersRead read = RegistersRead.of(resource, held);
				work(windowMillis);
				read.writeNext(resource, held);
			}
		}

	},

	/**
	 * Very short, and enters again while it holds the lock.
	 */
	REENTRY {

		@Override
		void run(RecordedLock lock, ResourceClient resource, long windowMillis) {
			try (Held outer = lock.acquire(WAIT)) {
				if (outer != null) {
					enterAgain(lock);
					work(windowMillis);
				}
			}
		}

		private void enterAgain(RecordedLock lock) {
			try (@Nullable
			Held inner = lock.acquire(WAIT)) {
				if (inner != null) {
					inner.isValid();
				}
			}
		}

	},

	/**
	 * Mostly shares the lock, and now and then has it alone.
	 */
	SHARES {
		@Override
		void run(RecordedLock lock, ResourceClient resource, long windowMillis) {
			int permits = ThreadLocalRandom.current().nextInt(8) % 3;
			try (Held held = lock.acquire(WAIT, permits)) {
				if (held != null) {
					work(windowMillis);
				}
			}
		}

	},

	/**
	 * As {@link #REGISTERS}, in steps on other threads.
	 */
	PIPELINES {

		@Override
		void run(RecordedLock lock, ResourceClient resource, long windowMillis) {
			Executor later = CompletableFuture.delayedExecutor(windowMillis, TimeUnit.MILLISECONDS);
			lock.callAsync(WAIT, (held) -> CompletableFuture.supplyAsync(() -> RegistersRead.of(resource, held))
				.thenAcceptAsync((read) -> read.writeNext(resource, held), later)).toCompletableFuture().join();
		}

	};

	static final int WAIT_SECONDS = 20;

	/** For how long whoever wants a lock waits for it. */
	public static final Duration WAIT = Duration.ofSeconds(WAIT_SECONDS);

	abstract void run(RecordedLock lock, ResourceClient resource, long windowMillis);

	private static void work(long millis) {
		LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
	}

	/**
	 * The versions of the registers that were read.
	 */
	private record RegistersRead(int plain, int fenced) {

		static RegistersRead of(ResourceClient resource, Held held) {
			return new RegistersRead(resource.read("plain", held.token()), resource.read("fenced", held.token()));
		}

		void writeNext(ResourceClient resource, Held held) {
			if (held.isValid()) {
				resource.write("plain", held.token(), this.plain);
			}
			if (this.fenced != Register.REFUSED) {
				resource.write("fenced", held.token(), this.fenced);
			}
		}

	}

}
