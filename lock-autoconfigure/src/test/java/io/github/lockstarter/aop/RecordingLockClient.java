package io.github.lockstarter.aop;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockState;
import io.github.lockstarter.ThrowingRunnable;
import io.github.lockstarter.ThrowingSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Grants every lock, unless told otherwise, and remembers what it was asked for.
 */
class RecordingLockClient implements LockClient {

	/**
	 * What happened, in order; tests add their own events.
	 */
	final List<String> events = new CopyOnWriteArrayList<>();

	final List<RecordingSpec> acquisitions = new CopyOnWriteArrayList<>();

	private final AtomicLong tokens = new AtomicLong();

	private @Nullable Supplier<RuntimeException> refusal;

	private @Nullable RuntimeException closeFailure;

	private volatile boolean lost;

	void refuse() {
		refuse(() -> new LockNotAcquiredException("any", Duration.ofMillis(123), Duration.ofSeconds(30)));
	}

	void refuse(Supplier<RuntimeException> refusal) {
		this.refusal = refusal;
	}

	void failOnClose(RuntimeException failure) {
		this.closeFailure = failure;
	}

	/**
	 * From now on all handles say that their lock was lost.
	 */
	void lose() {
		this.lost = true;
	}

	RecordingSpec last() {
		return this.acquisitions.get(this.acquisitions.size() - 1);
	}

	@Override
	public LockSpec lock(Collection<String> keys) {
		return new RecordingSpec(List.copyOf(keys));
	}

	final class RecordingSpec implements LockSpec {

		final List<String> keys;

		@Nullable String name;

		LockOptions options = LockOptions.NONE;

		RecordingSpec(List<String> keys) {
			this.keys = keys;
		}

		@Override
		public LockSpec name(String name) {
			this.name = name;
			return this;
		}

		@Override
		public LockSpec options(LockOptions options) {
			this.options = options.over(this.options);
			return this;
		}

		@Override
		public LockHandle acquire() {
			RecordingLockClient.this.acquisitions.add(this);
			if (RecordingLockClient.this.refusal != null) {
				RecordingLockClient.this.events.add("refuse");
				throw RecordingLockClient.this.refusal.get();
			}
			RecordingLockClient.this.events.add("acquire");
			return new RecordingHandle(this.keys, RecordingLockClient.this.tokens.incrementAndGet());
		}

		@Override
		public Optional<LockHandle> tryAcquire(Duration waitTime) {
			throw new UnsupportedOperationException();
		}

		@Override
		public CompletionStage<LockHandle> acquireAsync() {
			try {
				return CompletableFuture.completedFuture(acquire());
			}
			catch (RuntimeException | Error ex) {
				return CompletableFuture.failedFuture(ex);
			}
		}

		@Override
		public CompletionStage<Optional<LockHandle>> tryAcquireAsync(Duration waitTime) {
			throw new UnsupportedOperationException();
		}

		@Override
		public <T extends @Nullable Object> CompletionStage<T> callAsync(
				ThrowingSupplier<? extends CompletionStage<T>, ? extends Throwable> work) {
			throw new UnsupportedOperationException();
		}

		@Override
		public <E extends Throwable> void run(ThrowingRunnable<E> body) {
			throw new UnsupportedOperationException();
		}

		@Override
		public <T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) {
			throw new UnsupportedOperationException();
		}

		@Override
		public <T, E extends Throwable> Optional<T> tryCall(ThrowingSupplier<T, E> body) {
			throw new UnsupportedOperationException();
		}

		@Override
		public Optional<LockHandle> held() {
			throw new UnsupportedOperationException();
		}

		@Override
		public List<LockInfo> inspectAll() {
			throw new UnsupportedOperationException();
		}

		@Override
		public Lock asLock() {
			throw new UnsupportedOperationException();
		}

	}

	private final class RecordingHandle implements LockHandle {

		private final List<String> keys;

		private final long token;

		RecordingHandle(List<String> keys, long token) {
			this.keys = keys;
			this.token = token;
		}

		@Override
		public List<String> keys() {
			return this.keys;
		}

		@Override
		public long fencingToken() {
			throw new IllegalStateException("several keys may be held");
		}

		@Override
		public long fencingToken(String key) {
			return this.token;
		}

		@Override
		public Duration remaining() {
			return Duration.ofSeconds(30);
		}

		@Override
		public LockState state() {
			return isLost() ? LockState.LOST : LockState.HELD;
		}

		@Override
		public boolean isLost() {
			return RecordingLockClient.this.lost;
		}

		@Override
		public LockHandle onLost(Runnable callback) {
			throw new UnsupportedOperationException();
		}

		@Override
		public <T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E {
			return LockContext.call("recorded", this, body);
		}

		@Override
		public <T extends @Nullable Object> CompletionStage<T> callAsync(
				ThrowingSupplier<? extends CompletionStage<T>, ? extends Throwable> work) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void extend(Duration lease) {
			throw new UnsupportedOperationException();
		}

		@Override
		public CompletionStage<Void> extendAsync(Duration lease) {
			throw new UnsupportedOperationException();
		}

		@Override
		public LockHandle detach() {
			throw new UnsupportedOperationException();
		}

		@Override
		public void close() {
			RecordingLockClient.this.events.add("release");
			if (RecordingLockClient.this.closeFailure != null) {
				throw RecordingLockClient.this.closeFailure;
			}
		}

		@Override
		public CompletionStage<Void> closeAsync() {
			close();
			return CompletableFuture.completedFuture(null);
		}

	}

}
