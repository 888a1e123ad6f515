package io.github.lockstarter.faults.workload;

import java.time.Duration;
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
				int plain = resource.read("plain", held.token());
				int fenced = resource.read("fenced", held.token());
				work(windowMillis);
				if (held.isValid()) {
					resource.write("plain", held.token(), plain);
				}
				if (fenced != Register.REFUSED) {
					resource.write("fenced", held.token(), fenced);
				}
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
	};

	private static final Duration WAIT = Duration.ofSeconds(20);

	abstract void run(RecordedLock lock, ResourceClient resource, long windowMillis);

	private static void work(long millis) {
		LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
	}

}
