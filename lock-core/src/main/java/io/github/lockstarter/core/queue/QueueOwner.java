package io.github.lockstarter.core.queue;

import io.github.lockstarter.core.hold.Granted;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.hold.Turn;
import org.jspecify.annotations.Nullable;

/**
 * Services for a queue from its surroundings. Only those marked so are called under the
 * mutex.
 */
interface QueueOwner {

	/**
	 * Why a waiter is refused that comes now; {@code null} if it is not. Called under the
	 * mutex.
	 */
	@Nullable Refusal refusal(Waiter waiter);

	/** Make a turn. Called under the mutex. */
	Turn turn(Granted granted, LockRequest first);

	/**
	 * How long after nobody else waited readers may join those of this JVM. Called under
	 * the mutex.
	 */
	long readersJoinNanos();

	/** A waiter is going to be served. Called under the mutex. */
	void opened(Hold hold);

	/** Give back later what is retained for readers of this JVM. */
	void endRetention(String key, long nanos);

	/** A hold begins. */
	void began(Hold hold);

}
