package io.github.lockstarter.test;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.stream.Stream;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.ThrowingSupplier;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.jspecify.annotations.Nullable;

/**
 * Grants every lock at once: a caller that finds it held takes it from another store.
 * Thread-safe.
 */
final class GrantingLockClient implements LockClient {

	private final MemoryLockClients factory;

	private final List<LockClient> clients = new CopyOnWriteArrayList<>();

	/** The client of the thread's last lock, where it enters again. */
	private final Map<Thread, LockClient> last = Collections.synchronizedMap(new WeakHashMap<>());

	private final ThreadHandles handles = new ThreadHandles();

	GrantingLockClient(MemoryLockClients factory) {
		this.factory = factory;
		another();
	}

	@Override
	public LockSpec lock(Collection<String> keys) {
		this.clients.get(0).lock(keys);
		return new GrantedSpec(keys);
	}

	/** A client whose locks are all free. */
	private LockClient another() {
		LockClient client = this.factory.create(new MemoryLockStore());
		this.clients.add(client);
		return client;
	}

	private Stream<LockClient> inOrder() {
		return Stream.concat(Stream.ofNullable(this.last.get(Thread.currentThread())), this.clients.stream());
	}

	private final class GrantedSpec extends StubSpec {

		GrantedSpec(Collection<String> keys) {
			super(keys);
		}

		@Override
		public LockHandle acquire() {
			for (LockClient client : inOrder().toList()) {
				Optional<LockHandle> handle = acquireFrom(client);
				if (handle.isPresent()) {
					return handle.get();
				}
			}
			Optional<LockHandle> handle = acquireFrom(another());
			return handle.isPresent() ? handle.get() : acquire();
		}

		private Optional<LockHandle> acquireFrom(LockClient client) {
			Optional<LockHandle> handle = of(client).tryAcquire();
			if (handle.isPresent()) {
				GrantingLockClient.this.last.put(Thread.currentThread(), client);
			}
			return handle;
		}

		@Override
		public Optional<LockHandle> tryAcquire(Duration waitTime) {
			LockOption.WAIT_TIME.check(waitTime);
			return Optional.of(acquire());
		}

		@Override
		public CompletionStage<LockHandle> acquireAsync() {
			return inOrder().flatMap((client) -> acquireAsyncFrom(client).stream())
				.findFirst()
				.or(() -> acquireAsyncFrom(another()))
				.map((handle) -> (CompletionStage<LockHandle>) CompletableFuture.completedFuture(handle))
				.orElseGet(this::acquireAsync);
		}

		private Optional<LockHandle> acquireAsyncFrom(LockClient client) {
			try {
				return Optional.of(of(client).waitTime(Duration.ZERO).acquireAsync().toCompletableFuture().join());
			}
			catch (CompletionException ex) {
				if (ex.getCause() instanceof LockNotAcquiredException) {
					return Optional.empty();
				}
				throw ex;
			}
		}

		@Override
		public <T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E {
			ThrowingSupplier.checkBody(body);
			try (LockHandle held = acquire()) {
				return held.call(body);
			}
		}

		@Override
		public Optional<LockHandle> held() {
			return inOrder().flatMap((client) -> of(client).held().stream()).findFirst();
		}

		@Override
		public List<LockInfo> inspectAll() {
			return of(inOrder().findFirst().orElseThrow()).inspectAll();
		}

		@Override
		public Lock asLock() {
			return new GrantedLock(new GrantedSpec(keys()).like(this), GrantingLockClient.this.handles);
		}

	}

}
