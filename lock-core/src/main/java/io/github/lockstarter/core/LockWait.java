package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.queue.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * The wait of a call for one lock, in steps that don't block. Used by one thread at a
 * time.
 */
interface LockWait {

	/** Ask for the lock. When this throws, the lock has to be left. */
	void begin();

	/**
	 * Go as far as possible.
	 * @return the lock; {@code null} if it has to be waited for
	 * @throws Refusal if there is no use in waiting; the lock has to be left then
	 */
	@Nullable Hold goOn() throws Refusal;

	/** Future that is awaited. */
	CompletableFuture<?> awaited();

	/** Until when it is awaited, on the monotonic clock. */
	long until();

	/** Give up a lock that {@link #goOn} has not returned. */
	void leave();

}
