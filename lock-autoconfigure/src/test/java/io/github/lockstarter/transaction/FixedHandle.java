package io.github.lockstarter.transaction;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockState;
import io.github.lockstarter.ThrowingSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A handle whose lock stays as it is.
 *
 * @param state what is known of it
 * @param remaining its validity
 */
record FixedHandle(LockState state, Duration remaining) implements LockHandle {

	@Override
	public List<String> keys() {
		return List.of("fixed");
	}

	@Override
	public long fencingToken() {
		return 7;
	}

	@Override
	public long fencingToken(String key) {
		return 7;
	}

	@Override
	public boolean isLost() {
		return this.state == LockState.LOST;
	}

	@Override
	public LockHandle onLost(Runnable callback) {
		throw new UnsupportedOperationException();
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E {
		return LockContext.call("fixed", this, body);
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
	}

	@Override
	public CompletionStage<Void> closeAsync() {
		close();
		return CompletableFuture.completedFuture(null);
	}

}
