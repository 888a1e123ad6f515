package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockOptions;

/**
 * A handle on one or several holds, each of which it has entered once.
 */
final class DefaultLockHandle implements LockHandle {

	private final Engine engine;

	private final List<Hold> holds;

	private final AtomicBoolean closed = new AtomicBoolean();

	DefaultLockHandle(Engine engine, List<Hold> holds) {
		this.engine = engine;
		this.holds = List.copyOf(holds);
	}

	@Override
	public List<String> keys() {
		return this.holds.stream().map(Hold::key).toList();
	}

	@Override
	public long fencingToken() {
		if (this.holds.size() > 1) {
			throw new IllegalStateException("The keys " + keys()
					+ " have a fencing token each; ask for that of one key with fencingToken(key).");
		}
		return this.holds.get(0).token();
	}

	@Override
	public long fencingToken(String key) {
		return this.holds.stream()
			.filter((hold) -> hold.key().equals(key))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(
					"The key '" + key + "' is not held by this handle; it holds " + keys() + "."))
			.token();
	}

	@Override
	public Duration remaining() {
		long nanos = this.closed.get() ? 0 : this.holds.stream().mapToLong(Hold::remainingNanos).min().orElse(0);
		return Duration.ofNanos(Math.max(nanos, 0));
	}

	@Override
	public boolean isLost() {
		return this.holds.stream().anyMatch(Hold::isLost);
	}

	@Override
	public void extend(Duration lease) {
		LockOptions.checkLeaseTime(lease);
		if (this.closed.get()) {
			throw new IllegalStateException("The handle of " + keys() + " was closed; acquire the lock again.");
		}
		this.holds.forEach((hold) -> Holds.extend(this.engine, hold, lease, Deadline.in(Deadline.ANSWER)));
	}

	@Override
	public LockHandle detach() {
		this.holds.forEach(this.engine.scopes()::remove);
		return this;
	}

	@Override
	public void close() {
		if (this.closed.compareAndSet(false, true)) {
			Holds.leave(this.holds);
		}
	}

	@Override
	public String toString() {
		return "LockHandle" + keys();
	}

}
