package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockState;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.ThrowingSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A handle on one or several holds, each of which it has entered once.
 */
final class DefaultLockHandle implements LockHandle {

	private final Engine engine;

	private final LockRequest request;

	private final List<Hold> holds;

	private List<Runnable> lossCallbacks = List.of();

	private final AtomicBoolean closed = new AtomicBoolean();

	DefaultLockHandle(Engine engine, LockRequest request, List<Hold> holds) {
		this.engine = engine;
		this.request = request;
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
	public LockState state() {
		if (isLost()) {
			return LockState.LOST;
		}
		if (this.closed.get()) {
			return LockState.RELEASED;
		}
		return this.holds.stream().allMatch((hold) -> hold.state() == LockState.HELD) ? LockState.HELD
				: LockState.UNCERTAIN;
	}

	@Override
	public boolean isLost() {
		return this.holds.stream().anyMatch(Hold::isLost);
	}

	@Override
	public Optional<String> lossReason() {
		return this.holds.stream().map(Hold::lossReason).filter(Objects::nonNull).findFirst();
	}

	@Override
	public LockHandle onLost(Runnable callback) {
		AtomicBoolean called = new AtomicBoolean();
		Runnable once = () -> {
			if (called.compareAndSet(false, true)) {
				this.engine.callbacks().run(callback);
			}
		};
		if (remember(once)) {
			watch(once);
		}
		return this;
	}

	/**
	 * Keep a callback until this is closed.
	 * @return false if this was closed, and the lock can't be lost for it any more
	 */
	private synchronized boolean remember(Runnable callback) {
		if (this.closed.get() && !isLost()) {
			return false;
		}
		this.lossCallbacks = new ArrayList<>(this.lossCallbacks);
		return this.lossCallbacks.add(callback);
	}

	private synchronized List<Runnable> lossCallbacks() {
		return this.lossCallbacks;
	}

	/**
	 * Have something run at once when a hold is lost, on the thread that notices.
	 */
	void watch(Runnable prompt) {
		this.holds.forEach((hold) -> hold.lossCallbacks().add(prompt));
	}

	/**
	 * Whether a body under this handle is to be interrupted.
	 */
	static boolean interrupts(LockHandle handle) {
		return handle instanceof DefaultLockHandle own && own.request.onLoss() == LossPolicy.INTERRUPT && own.isLost();
	}

	void unwatch(Runnable prompt) {
		this.holds.forEach((hold) -> hold.lossCallbacks().remove(prompt));
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E {
		checkOpen();
		return new GuardedBody(this, this.request, this.engine.instrumentation()).call(body);
	}

	@Override
	public void extend(Duration lease) {
		LockOption.LEASE_TIME.check(lease);
		checkOpen();
		this.holds.forEach((hold) -> Holds.extend(this.engine, hold, lease, Deadline.in(Deadline.ANSWER)));
	}

	private void checkOpen() {
		if (this.closed.get()) {
			throw new IllegalStateException("The handle of " + keys() + " was closed; acquire the lock again.");
		}
	}

	@Override
	public LockHandle detach() {
		this.holds.forEach((hold) -> {
			this.engine.scopes().remove(hold);
			hold.setScope(null);
		});
		return this;
	}

	@Override
	public void close() {
		if (this.closed.compareAndSet(false, true)) {
			Holds.leave(this.holds);
			lossCallbacks().forEach(this::unwatch);
		}
	}

	@Override
	public String toString() {
		return "LockHandle" + keys() + " " + state();
	}

}
