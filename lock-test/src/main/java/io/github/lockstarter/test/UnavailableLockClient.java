package io.github.lockstarter.test;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.ThrowingSupplier;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Fails every acquisition as if the store were down: it uses a closed client, and
 * replaces the reason. Thread-safe.
 */
final class UnavailableLockClient implements LockClient {

	private final LockClient closed;

	private final String reason;

	private final ThreadHandles handles = new ThreadHandles();

	/**
	 * Create the client.
	 * @param closed a client that was closed
	 * @param reason the reason in the message, in parentheses
	 */
	UnavailableLockClient(LockClient closed, String reason) {
		this.closed = closed;
		this.reason = reason;
	}

	@Override
	public LockSpec lock(Collection<String> keys) {
		this.closed.lock(keys);
		return new UnavailableSpec(keys);
	}

	private LockUnavailableException simulated(LockUnavailableException thrown) {
		return new LockUnavailableException(thrown.getLock(), thrown.getWaited(),
				new StoreException(this.reason, false, thrown));
	}

	private final class UnavailableSpec extends StubSpec {

		UnavailableSpec(Collection<String> keys) {
			super(keys);
		}

		private LockSpec closed() {
			return of(UnavailableLockClient.this.closed);
		}

		@Override
		public LockHandle acquire() {
			return ask(() -> closed().acquire());
		}

		@Override
		public Optional<LockHandle> tryAcquire(Duration waitTime) {
			return ask(() -> closed().tryAcquire(waitTime));
		}

		@Override
		public CompletionStage<LockHandle> acquireAsync() {
			return closed().acquireAsync()
				.exceptionallyCompose((failure) -> CompletableFuture
					.failedStage((failure instanceof LockUnavailableException thrown) ? simulated(thrown) : failure));
		}

		@Override
		public <T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E {
			return ask(() -> closed().call(body));
		}

		@Override
		public Optional<LockHandle> held() {
			return closed().held();
		}

		@Override
		public List<LockInfo> inspectAll() {
			return ask(() -> closed().inspectAll());
		}

		@Override
		public Lock asLock() {
			return new GrantedLock(new UnavailableSpec(keys()).like(this), UnavailableLockClient.this.handles);
		}

		private <T extends @Nullable Object, E extends Throwable> T ask(ThrowingSupplier<T, E> request) throws E {
			try {
				return request.get();
			}
			catch (LockUnavailableException ex) {
				throw simulated(ex);
			}
		}

	}

}
