package io.github.lockstarter.faults.workload;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockState;
import io.github.lockstarter.ThrowingSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The ownership of a {@link BrokenRedisLock}.
 */
final class BrokenHandle implements LockHandle {

	private final String key;

	private final long token;

	private final Supplier<Duration> remaining;

	private final Runnable release;

	private final boolean alwaysValid;

	BrokenHandle(String key, long token, Supplier<Duration> remaining, Runnable release) {
		this(key, token, remaining, release, false);
	}

	BrokenHandle(String key, long token, Supplier<Duration> remaining, Runnable release, boolean alwaysValid) {
		this.key = key;
		this.token = token;
		this.remaining = remaining;
		this.release = release;
		this.alwaysValid = alwaysValid;
	}

	@Override
	public List<String> keys() {
		return List.of(this.key);
	}

	@Override
	public long fencingToken() {
		return this.token;
	}

	@Override
	public long fencingToken(String asked) {
		return this.token;
	}

	@Override
	public Duration remaining() {
		Duration rest = this.remaining.get();
		return rest.isNegative() ? Duration.ZERO : rest;
	}

	@Override
	public boolean isValid() {
		return this.alwaysValid || LockHandle.super.isValid();
	}

	@Override
	public boolean isLost() {
		return remaining().isZero();
	}

	@Override
	public LockState state() {
		return isLost() ? LockState.LOST : LockState.HELD;
	}

	@Override
	public LockHandle onLost(Runnable callback) {
		throw new UnsupportedOperationException();
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E {
		return body.get();
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
		return this;
	}

	@Override
	public void close() {
		this.release.run();
	}

	@Override
	public CompletionStage<Void> closeAsync() {
		close();
		return CompletableFuture.completedFuture(null);
	}

}
