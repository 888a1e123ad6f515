package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockClient.ThrowingRunnable;
import io.github.lockstarter.LockClient.ThrowingSupplier;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockInfo.Holder;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.store.LockRecord;

/**
 * Collects options, and hands over to what takes the lock.
 */
final class DefaultLockSpec implements LockSpec {

	private final Engine engine;

	private final List<String> keys;

	private String name = "";

	private LockOptions written = LockOptions.NONE;

	DefaultLockSpec(Engine engine, List<String> keys) {
		this.engine = engine;
		this.keys = keys;
	}

	@Override
	public LockSpec name(String name) {
		this.name = name;
		return this;
	}

	@Override
	public LockSpec waitTime(Duration waitTime) {
		this.written = new LockOptions(waitTime, null, null, null).over(this.written);
		return this;
	}

	@Override
	public LockSpec leaseTime(Duration leaseTime) {
		this.written = new LockOptions(null, leaseTime, null, null).over(this.written);
		return this;
	}

	@Override
	public LockSpec autoRenew(boolean autoRenew) {
		this.written = new LockOptions(null, null, autoRenew, null).over(this.written);
		return this;
	}

	private LockRequest request() {
		LockSettings.Resolved options = this.engine.settings().resolve(this.name, this.written);
		return new LockRequest(this.keys, options.waitTime(), options.leaseTime(), options.autoRenew());
	}

	@Override
	public LockHandle acquire() {
		LockRequest request = request();
		return new Acquirer(this.engine).acquire(request, request.waitTime());
	}

	@Override
	public Optional<LockHandle> tryAcquire(Duration waitTime) {
		LockOptions.checkWaitTime(waitTime);
		try {
			return Optional.of(new Acquirer(this.engine).acquire(request(), waitTime));
		}
		catch (LockNotAcquiredException ex) {
			return Optional.empty();
		}
	}

	@Override
	public CompletionStage<LockHandle> acquireAsync() {
		return new AsyncAcquisition(this.engine, request()).start();
	}

	@Override
	public <E extends Throwable> void run(ThrowingRunnable<E> body) throws E {
		try (LockHandle held = acquire()) {
			body.run();
		}
	}

	@Override
	public <T, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E {
		try (LockHandle held = acquire()) {
			return body.get();
		}
	}

	@Override
	public LockInfo inspect() {
		if (this.keys.size() > 1) {
			throw new IllegalStateException("Only one key can be inspected at a time, not " + this.keys + ".");
		}
		String key = this.keys.get(0);
		LockRecord found = Holds.answer(this.engine.session().inspect(key), key, Deadline.ANSWER.toNanos());
		LockRecord.Hold hold = found.hold();
		return new LockInfo(key, (hold != null) ? holder(hold) : null, found.waiters());
	}

	private static Holder holder(LockRecord.Hold hold) {
		return new Holder(hold.owner().application(), hold.owner().instance(), hold.owner().thread(), hold.since(),
				hold.remaining(), hold.token());
	}

	@Override
	public Lock asLock() {
		return new JdkLock(this.engine, request());
	}

}
