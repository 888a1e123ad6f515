package io.github.lockstarter.core.queue;

import io.github.lockstarter.core.hold.HoldLifecycle;

/**
 * Services of the engine for the queues of its locks.
 */
public interface QueueOwner extends HoldLifecycle {

	/** A waiter waits for others, or is to be reported if it has to wait long. */
	void waits(Waiter waiter);

}
