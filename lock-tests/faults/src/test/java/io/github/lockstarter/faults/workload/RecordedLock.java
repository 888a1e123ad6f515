package io.github.lockstarter.faults.workload;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

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
 * One lock as one thread uses it, or one pipeline after the other, with each use in the
 * history.
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
		ask(wanted);
		Outcome outcome;
		try {
			Optional<LockHandle> handle = (wanted == 0) ? this.lock.tryAcquire(this.key, waitTime)
					: this.lock.tryShare(this.key, wanted, waitTime);
			if (handle.isPresent()) {
				return granted(handle.get());
			}
			outcome = Outcome.FAIL;
		}
		catch (LockException | RedisException ex) {
			outcome = refusal(ex);
		}
		refused(outcome);
		return null;
	}

	/**
	 * Do something under the lock that no thread waits for.
	 * @return completes when it is done and the lock is given back, or without the lock
	 */
	CompletionStage<@Nullable Void> callAsync(Duration waitTime, Function<Held, CompletionStage<Void>> body) {
		ask(0);
		AtomicReference<@Nullable Held> given = new AtomicReference<>();
		return this.lock.callAsync(this.key, waitTime, (handle) -> {
			Held held = granted(handle);
			given.set(held);
			return body.apply(held).whenComplete((done, failure) -> held.releasing());
		}).handle((done, failure) -> {
			Held held = given.get();
			if (held != null) {
				held.released(held.lost() ? Outcome.LOST : Outcome.OK);
			}
			else {
				refused(refusal((failure instanceof CompletionException) ? failure.getCause() : failure));
			}
			return null;
		});
	}

	private void ask(int wanted) {
		this.permits = wanted;
		this.hold += (this.depth == 0) ? 1 : 0;
		this.depth++;
		write(System.nanoTime(), Operation.ACQUIRE, Outcome.INVOKE, 0, 0);
	}

	private Held granted(LockHandle handle) {
		long token = (handle.kind() == LockKind.MUTEX) ? handle.fencingToken() : 0;
		long at = System.nanoTime();
		write(at, Operation.ACQUIRE, Outcome.OK, token, validUntil(at, handle.remaining()));
		return new Held(handle, token);
	}

	private static Outcome refusal(Throwable failure) {
		return (failure instanceof LockUnavailableException || failure instanceof RedisException) ? Outcome.INFO
				: Outcome.FAIL;
	}

	private void refused(Outcome outcome) {
		write(System.nanoTime(), Operation.ACQUIRE, outcome, 0, 0);
		this.depth--;
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

		private boolean lost;

		private Held(LockHandle handle, long token) {
			this.handle = handle;
			this.token = token;
		}

		long token() {
			return this.token;
		}

		/**
		 * Ask whether it is valid, and for how long. Whatever says that it is may be
		 * relied on.
		 */
		boolean isValid() {
			long before = System.nanoTime();
			boolean valid = this.handle.isValid();
			Duration rest = this.handle.remaining();
			boolean relied = valid || !rest.isZero();
			write(before, Operation.CHECK, relied ? Outcome.OK : Outcome.LOST, this.token,
					relied ? before + rest.toNanos() : 0);
			return valid;
		}

		@Override
		public void close() {
			releasing();
			Outcome outcome;
			try {
				this.handle.close();
				outcome = lost() ? Outcome.LOST : Outcome.OK;
			}
			catch (RedisException ex) {
				outcome = Outcome.INFO;
			}
			released(outcome);
		}

		private void releasing() {
			isValid();
			write(System.nanoTime(), Operation.RELEASE, Outcome.INVOKE, this.token, 0);
			this.lost = this.handle.isLost();
		}

		private boolean lost() {
			return this.lost || this.handle.isLost();
		}

		private void released(Outcome outcome) {
			write(System.nanoTime(), Operation.RELEASE, outcome, this.token, 0);
			RecordedLock.this.depth--;
		}

	}

}
