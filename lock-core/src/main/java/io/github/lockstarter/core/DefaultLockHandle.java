package io.github.lockstarter.core;

import java.lang.ref.Reference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockState;
import io.github.lockstarter.LogText;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.ThrowingSupplier;
import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.core.hold.CallbackExecutor;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.LockRequest;
import org.jspecify.annotations.Nullable;

/**
 * A handle on one or several holds, each of which it has entered once.
 */
class DefaultLockHandle implements LockHandle {

	private final HandleContext context;

	private final LockRequest request;

	private final List<Hold> holds;

	private List<Runnable> lossCallbacks = List.of();

	private volatile boolean closed;

	/** Create a handle that has nothing to leave yet. */
	DefaultLockHandle(HandleContext context, LockRequest request, List<Hold> holds) {
		this.context = context;
		this.request = request;
		this.holds = List.copyOf(holds);
	}

	/**
	 * Its holds are to be left by it.
	 * @param detached those whose entry is off their thread already
	 */
	DefaultLockHandle open(List<Hold> detached) {
		this.holds
			.forEach((hold) -> hold.open(this, this.context.holds.dropped(), this.request, detached.contains(hold)));
		return this;
	}

	/** It reached nobody: whoever made it leaves its holds. */
	void disown() {
		this.holds.forEach((hold) -> hold.disown(this, this.request));
	}

	/** Remember who has acquired it, if that took a request. */
	DefaultLockHandle acquiredBy(CallSites.Search caller) {
		for (Hold hold : this.holds) {
			if (!hold.entries().isEnteredAgain() && !hold.isPassed()) {
				hold.acquiredAt(caller.found());
			}
		}
		return this;
	}

	/**
	 * Hold of a lock that this handle has.
	 * @param store what handles of the same store have in common
	 * @return {@code null} if it does not hold it, or was closed, or is of another store
	 */
	@Nullable Hold find(HandleContext store, String key) {
		if (this.closed || !store.equals(this.context)) {
			return null;
		}
		for (Hold hold : this.holds) {
			if (hold.key().equals(key)) {
				return hold;
			}
		}
		return null;
	}

	/** Whether it holds its locks yet, in whichever store of this client. */
	boolean isOpen(HandleContext client) {
		return !this.closed && client.client == this.context.client;
	}

	@Override
	public List<String> keys() {
		return this.holds.stream().map(Hold::key).toList();
	}

	@Override
	public LockKind kind() {
		return this.request.kind();
	}

	@Override
	public int permits() {
		return Math.max(this.request.permits(), 1);
	}

	@Override
	public long fencingToken() {
		return FencingTokens.only(this.request, this.holds);
	}

	@Override
	public long fencingToken(String key) {
		return FencingTokens.of(this.request, key, this.holds);
	}

	@Override
	public Duration remaining() {
		long nanos = this.closed ? 0 : this.holds.stream().mapToLong(Hold::assuredNanos).min().orElse(0);
		return Duration.ofNanos(nanos);
	}

	@Override
	public LockState state() {
		if (isLost()) {
			return LockState.LOST;
		}
		if (this.closed || this.holds.stream().anyMatch(Hold::isLeft)) {
			return LockState.RELEASED;
		}
		return this.holds.stream().allMatch((hold) -> hold.state() == LockState.HELD) ? LockState.HELD
				: LockState.UNCERTAIN;
	}

	@Override
	public boolean isLost() {
		for (Hold hold : this.holds) {
			if (hold.isLost()) {
				return true;
			}
		}
		return false;
	}

	@Override
	public Optional<String> lossReason() {
		return this.holds.stream().map(Hold::lossReason).filter(Objects::nonNull).findFirst();
	}

	@Override
	public LockHandle onLost(Runnable callback) {
		AtomicBoolean called = new AtomicBoolean();
		CallbackExecutor callbacks = this.context.callbacks.losses();
		Runnable once = () -> {
			if (called.compareAndSet(false, true)) {
				callbacks.run(callback);
			}
		};
		if (remember(once)) {
			watch(once);
		}
		return this;
	}

	/**
	 * Keep a callback until this has left its holds.
	 * @return false if this was closed before, and the lock not lost
	 */
	private synchronized boolean remember(Runnable callback) {
		if (this.closed && !isLost()) {
			return false;
		}
		this.lossCallbacks = new ArrayList<>(this.lossCallbacks);
		return this.lossCallbacks.add(callback);
	}

	/** Have something run at once when a lock is lost, on the thread that notices. */
	final void watch(Runnable prompt) {
		this.holds.forEach((hold) -> hold.lossCallbacks().add(prompt));
	}

	final void unwatch(Runnable prompt) {
		this.holds.forEach((hold) -> hold.lossCallbacks().remove(prompt));
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E {
		ThrowingSupplier.checkBody(body);
		StackProbe.checkForCall();
		checkOpen();
		if (isLost()) {
			LockLostException.throwIfLost(this);
		}
		LockInstrumentation instrumentation = this.context.instrumentation;
		ThrowingSupplier<T, E> observed = (instrumentation == LockInstrumentation.NONE) ? body
				: () -> instrumentation.locked(this.request.call(), this, body);
		LossPolicy policy = this.request.onLoss();
		if (policy == LossPolicy.REPORT) {
			return LockContext.call(this.request.name(), this, observed);
		}
		return new GuardedBody(this, policy == LossPolicy.INTERRUPT)
			.call(() -> LockContext.call(this.request.name(), this, observed));
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> callAsync(
			ThrowingSupplier<? extends CompletionStage<T>, ? extends Throwable> work) {
		ThrowingSupplier.checkBody(work);
		StackProbe.checkForCall();
		checkOpen();
		return new AsyncGuardedBody<T>(this, this.request, this.context.instrumentation,
				this.context.callbacks.completions())
			.begin(work);
	}

	@Override
	public void extend(Duration lease) {
		extension(lease).await();
	}

	@Override
	public CompletionStage<Void> extendAsync(Duration lease) {
		return extension(lease).start();
	}

	private LeaseExtension extension(Duration lease) {
		LockOption.LEASE_TIME.check(lease, "The lease to extend to");
		StackProbe.checkForCall();
		checkOpen();
		return new LeaseExtension(this.context, this.request.lock(), this.holds, lease);
	}

	void checkOpen() {
		if (this.closed) {
			throw new IllegalStateException(
					"The handle of " + LogText.of(keys()) + " was closed; acquire the lock again.");
		}
	}

	@Override
	public LockHandle detach() {
		StackProbe.checkToHandOver();
		this.holds.forEach((hold) -> hold.detach(this, this.request));
		return this;
	}

	@Override
	public void close() {
		if (!this.closed) {
			checkStack();
			this.context.calls.awaitReleased(leave(), this.request.onLoss());
		}
	}

	private void checkStack() {
		if (isEnteredAgain()) {
			StackProbe.checkToEnter();
		}
		else {
			StackProbe.checkToHandOver();
		}
	}

	private boolean isEnteredAgain() {
		for (Hold hold : this.holds) {
			if (!hold.entries().isEnteredAgain()) {
				return false;
			}
		}
		return true;
	}

	@Override
	public CompletionStage<Void> closeAsync() {
		StackProbe.checkToHandOver();
		return this.context.released(leave());
	}

	/**
	 * Leave all holds, and wait for nothing.
	 * @return completes when the store has answered
	 */
	CompletableFuture<Void> leave() {
		List<Runnable> callbacks;
		synchronized (this) {
			if (this.closed) {
				return CompletableFuture.completedFuture(null);
			}
			this.closed = true;
			callbacks = this.lossCallbacks;
		}
		try {
			return this.context.calls.leaveAll(this.holds, (hold) -> leave(hold, callbacks));
		}
		finally {
			// it does not count as dropped before that
			Reference.reachabilityFence(this);
		}
	}

	/**
	 * The store's answer may be that the lock was lost, which the callbacks are to hear.
	 */
	private CompletionStage<Void> leave(Hold hold, List<Runnable> callbacks) {
		CompletionStage<Void> left = leave(hold);
		return callbacks.isEmpty() ? left
				: left.whenComplete((done, failure) -> callbacks.forEach(hold.lossCallbacks()::remove));
	}

	/** Leave one hold; the entry may have been taken off its thread. */
	CompletionStage<Void> leave(Hold hold) {
		if (hold.disown(this, this.request)) {
			return hold.leaveDetached(this.request);
		}
		Thread owner = hold.thread();
		CompletionStage<Void> left = hold.leave(this.request);
		Thread closing = this.context.platform.currentThread();
		if (owner != null && owner != closing) {
			this.context.foreignThreads.warn(hold.key(), owner, closing);
		}
		return left;
	}

	@Override
	public String toString() {
		return "LockHandle" + LogText.of(keys()) + " " + state();
	}

}
