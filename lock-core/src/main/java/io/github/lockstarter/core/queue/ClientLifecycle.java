package io.github.lockstarter.core.queue;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * The state of a client: open, draining, drained or closed; decides which calls it still
 * serves. Thread-safe.
 */
public final class ClientLifecycle {

	private final Predicate<Thread> holders;

	private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

	/**
	 * Begin with a client that is open.
	 * @param holders whether a thread holds a lock, in whichever store of the client
	 */
	public ClientLifecycle(Predicate<Thread> holders) {
		this.holders = holders;
	}

	/** Why a waiter is refused that comes now; {@code null} if it is not. */
	@Nullable Refusal refusal(Waiter waiter) {
		return switch (this.state.get()) {
			case OPEN -> null;
			case DRAINING -> (waiter.isNested() || (waiter.isBlocking() && this.holders.test(waiter.thread()))) ? null
					: refusal("the lock client is shutting down");
			case DRAINED -> refusal("the lock client is shutting down");
			case CLOSED -> refusal("the lock client is closed");
		};
	}

	private static Refusal refusal(String message) {
		return Refusal.unavailable(new StoreException(message, false, null));
	}

	/** Serve only those that hold a lock already from now on. */
	public void drain() {
		this.state.compareAndSet(State.OPEN, State.DRAINING);
	}

	/** Serve nobody from now on, since nothing is held any more. */
	public void endDrain() {
		this.state.compareAndSet(State.DRAINING, State.DRAINED);
	}

	/** Serve nobody from now on. */
	public void close() {
		this.state.set(State.CLOSED);
	}

	/** Whether it serves everybody. */
	public boolean isOpen() {
		return this.state.get() == State.OPEN;
	}

	/** Whether it is closed. */
	public boolean isClosed() {
		return this.state.get() == State.CLOSED;
	}

	private enum State {

		OPEN, DRAINING, DRAINED, CLOSED

	}

}
