package io.github.lockstarter.test;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.ThrowingSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Refuses every lock at once: another client of the same store takes it first, with a
 * lease that outlasts the tests, so that nobody has to keep its handle. Thread-safe.
 */
final class RefusingLockClient implements LockClient {

	private final LockClient client;

	private final LockClient another;

	/**
	 * Create the client.
	 * @param client the client whose locks are refused
	 * @param another the client that holds them
	 */
	RefusingLockClient(LockClient client, LockClient another) {
		this.client = client;
		this.another = another;
	}

	@Override
	public LockSpec lock(Collection<String> keys) {
		this.client.lock(keys);
		return new RefusedSpec(keys);
	}

	private final class RefusedSpec extends StubSpec {

		RefusedSpec(Collection<String> keys) {
			super(keys);
		}

		private LockSpec refused() {
			LockClient another = RefusingLockClient.this.another;
			keys().forEach((key) -> another.lock(key)
				.leaseTime(LockOption.LONGEST)
				.autoRenew(false)
				.tryAcquire()
				.ifPresent(LockHandle::detach));
			return of(RefusingLockClient.this.client).waitTime(Duration.ZERO);
		}

		@Override
		public LockHandle acquire() {
			return refused().acquire();
		}

		@Override
		public Optional<LockHandle> tryAcquire(Duration waitTime) {
			LockOption.WAIT_TIME.check(waitTime);
			return refused().tryAcquire();
		}

		@Override
		public CompletionStage<LockHandle> acquireAsync() {
			return refused().acquireAsync();
		}

		@Override
		public <T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E {
			return refused().call(body);
		}

		@Override
		public Optional<LockHandle> held() {
			return of(RefusingLockClient.this.client).held();
		}

		@Override
		public List<LockInfo> inspectAll() {
			return refused().inspectAll();
		}

		@Override
		public Lock asLock() {
			return new RefusedLock(refused().asLock(), keys());
		}

	}

}
