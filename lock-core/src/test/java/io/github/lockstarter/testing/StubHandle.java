package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockState;
import io.github.lockstarter.ThrowingSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A handle that does nothing. Its tokens are 7, 8 and so on, in the order of its keys.
 *
 * @param keys its keys
 * @param state what is known of it
 */
public record StubHandle(List<String> keys, LockState state) implements LockHandle {

	/**
	 * Create a handle that holds its keys.
	 * @param keys its keys
	 */
	public StubHandle(String... keys) {
		this(List.of(keys), LockState.HELD);
	}

	@Override
	public long fencingToken() {
		if (this.keys.size() > 1) {
			throw new IllegalStateException("several keys");
		}
		return fencingToken(this.keys.get(0));
	}

	@Override
	public long fencingToken(String key) {
		return 7 + this.keys.indexOf(key);
	}

	@Override
	public Duration remaining() {
		return isLost() ? Duration.ZERO : Duration.ofSeconds(30);
	}

	@Override
	public boolean isLost() {
		return this.state == LockState.LOST;
	}

	@Override
	public LockHandle onLost(Runnable callback) {
		return this;
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
	}

	@Override
	public CompletionStage<Void> extendAsync(Duration lease) {
		return CompletableFuture.completedFuture(null);
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
