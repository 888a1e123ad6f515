package io.github.lockstarter.core.queue;

import java.util.List;

import io.github.lockstarter.core.hold.Granted;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.hold.Turn;
import org.jspecify.annotations.Nullable;

/**
 * What a gate needs of those who have it. Only what is marked so is called under its
 * mutex.
 */
interface GateOwner {

	/**
	 * Why a waiter is refused that comes now; {@code null} if it is not. Called under the
	 * mutex.
	 */
	@Nullable Refusal refusal(Waiter waiter);

	/** Make a turn. Called under the mutex. */
	Turn turn(Granted granted, LockRequest first);

	/** The gate is no longer of use. Called under the mutex. */
	void retire(String key, Gate gate);

	/** A hold begins. */
	void began(Hold hold);

	/** Have the gate looked at by a certain moment on the monotonic clock. */
	void wake(long at);

	/** Do on another thread, in their order, what could not be done on this one. */
	void elsewhere(List<Runnable> effects);

}
