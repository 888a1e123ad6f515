package io.github.lockstarter.faults.workload;

import java.time.Duration;
import java.util.Optional;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.faults.history.Event;
import io.github.lockstarter.faults.history.Event.Operation;
import io.github.lockstarter.faults.history.Event.Outcome;
import io.github.lockstarter.faults.history.HistoryWriter;
import io.lettuce.core.RedisException;
import org.jspecify.annotations.Nullable;

/**
 * One lock as one thread uses it, with each use in the history.
 */
final class RecordedLock {

	private static final long PROCESS = ProcessHandle.current().pid();

	private final TestedLock lock;

	private final HistoryWriter history;

	private final String key;

	private final int thread;

	private long hold;

	private int depth;

	private int permits;

	RecordedLock(TestedLock lock, HistoryWriter history, String key, int thread) {
		this.lock = lock;
		this.history = history;
		this.key = key;
		this.thread = thread;
	}

	/**
	 * Take the lock, or enter it again.
	 * @return the ownership, or {@code null} without it
	 */
	@Nullable Held acquire(Duration waitTime) {
		return acquire(waitTime, 0);
	}

	/**
	 * Take the lock alone, or as many permits of it.
	 * @return the ownership, or {@code null} without it
	 */
	@Nullable Held acquire(Duration waitTime, int wanted) {
		this.permits = wanted;
		this.hold += (this.depth == 0) ? 1 : 0;
		this.depth++;
		write(System.nanoTime(), Operation.ACQUIRE, Outcome.INVOKE, 0, 0);
		Outcome outcome;
		try {
			Optional<LockHandle> handle = (wanted == 0) ? this.lock.tryAcquire(this.key, waitTime)
					: this.lock.tryShare(this.key, wanted, waitTime);
			if (handle.isPresent()) {
				long token = (handle.get().kind() == LockKind.MUTEX) ? handle.get().fencingToken() : 0;
				long at = System.nanoTime();
				write(at, Operation.ACQUIRE, Outcome.OK, token, validUntil(at, handle.get().remaining()));
				return new Held(handle.get(), token);
			}
			outcome = Outcome.FAIL;
		}
		catch (LockUnavailableException | RedisException ex) {
			outcome = Outcome.INFO;
		}
		catch (LockException ex) {
			outcome = Outcome.FAIL;
		}
		write(System.nanoTime(), Operation.ACQUIRE, outcome, 0, 0);
		this.depth--;
		return null;
	}

	/**
	 * Who stood still may learn of a grant that is over already, and relies on nothing.
	 */
	private static long validUntil(long at, Duration rest) {
		return rest.isZero() ? 0 : at + rest.toNanos();
	}

	private void write(long at, Operation operation, Outcome outcome, long token, long validUntil) {
		this.history.write(new Event(at, PROCESS, this.thread, this.hold, this.depth, this.key, operation, outcome,
				token, validUntil, this.permits));
	}

	/**
	 * An ownership, or an entry into it.
	 */
	final class Held implements AutoCloseable {

		private final LockHandle handle;

		private final long token;

		private Held(LockHandle handle, long token) {
			this.handle = handle;
			this.token = token;
		}

		long token() {
			return this.token;
		}

		boolean isValid() {
			long before = System.nanoTime();
			Duration rest = this.handle.remaining();
			write(before, Operation.CHECK, rest.isZero() ? Outcome.LOST : Outcome.OK, this.token,
					validUntil(before, rest));
			return !rest.isZero();
		}

		@Override
		public void close() {
			isValid();
			write(System.nanoTime(), Operation.RELEASE, Outcome.INVOKE, this.token, 0);
			Outcome outcome;
			try {
				boolean lost = this.handle.isLost();
				this.handle.close();
				outcome = (lost || this.handle.isLost()) ? Outcome.LOST : Outcome.OK;
			}
			catch (RedisException ex) {
				outcome = Outcome.INFO;
			}
			write(System.nanoTime(), Operation.RELEASE, outcome, this.token, 0);
			RecordedLock.this.depth--;
		}

	}

}
