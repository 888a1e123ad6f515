package io.github.lockstarter.core.queue;

import java.util.List;

/**
 * Services for a gate from its surroundings.
 */
interface GateOwner {

	/** Make the queue of a gate. */
	LocalQueue queue(String key, GateMutex mutex);

	/** The gate is no longer of use. Called under the mutex. */
	void retire(String key, Gate gate);

	/** Have the gate looked at by a certain moment on the monotonic clock. */
	void wake(long at);

	/** Do on another thread, in their order, what could not be done on this one. */
	void elsewhere(List<Runnable> effects);

}
