package io.github.lockstarter.core.queue;

import io.github.lockstarter.core.hold.HoldLifecycle;
import org.jspecify.annotations.Nullable;

/**
 * Services of the engine for the queues of its locks.
 */
public interface QueueOwner extends HoldLifecycle {

	/**
	 * Why a waiter is refused that comes now; {@code null} if it is not. Called under the
	 * mutex of its queue.
	 */
	@Nullable Refusal refusal(Waiter waiter);

	/** A waiter waits for others, or is to be reported if it has to wait long. */
	void waits(Waiter waiter);

}
