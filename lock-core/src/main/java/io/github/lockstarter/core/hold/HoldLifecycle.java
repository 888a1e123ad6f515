package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Services of the engine for its holds.
 */
public interface HoldLifecycle {

	/**
	 * A hold is on its way to the one that waits for it: from now on a shutdown waits for
	 * its end. Called under the mutex of its queue.
	 */
	void opened(Hold hold);

	/** A hold begins: its waiter is about to be told. */
	void began(Hold hold);

	/**
	 * The last has left a hold: the lock passes on, or back to the store. May be told
	 * again, and does nothing then.
	 * @param hold the hold
	 * @return a stage with the store's answer, or with {@code null} if there was none or
	 * none was needed
	 */
	CompletionStage<@Nullable StoreAnswer> left(Hold hold);

	/**
	 * A hold that had the lock alone is a share from now on.
	 * @param hold the hold
	 * @return a stage that completes when the store has heard of it, or could not
	 */
	CompletionStage<Void> downgraded(Hold hold);

	/** The store has heard of the end of a hold, or could not. */
	void closed(Hold hold);

	/** A hold was lost, or it turned out only now that it had been. */
	void lost(Hold hold, String reason);

	/**
	 * An entry of a hold that is renewed had to be left for its owner. When it was the
	 * last one, the lock ends with its lease.
	 * @param remaining how many nanoseconds it was valid
	 */
	void dropped(Hold hold, long remaining);

	/** A hold was left after it had been lost. */
	void leftAfterLoss(Hold hold);

	/**
	 * The clocks of this machine do not agree whether a hold is still valid.
	 */
	void doubted();

	/**
	 * Ask the store to let the lease of a hold last longer.
	 * @param hold the hold
	 * @param lease how long it is to last from now at least
	 * @return a stage that fails with a
	 * {@link io.github.lockstarter.store.StoreException} if the store does, and with a
	 * {@link io.github.lockstarter.LockLostException} if the hold was lost
	 */
	CompletionStage<Void> extend(Hold hold, Duration lease);

	/** A hold no longer belongs to a thread. */
	void detached(Hold hold);

}
