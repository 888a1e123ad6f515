package io.github.lockstarter.core.queue;

/**
 * The mutex of a gate. Under it is only decided what to do; the effects (requests, the
 * telling of waiters) follow, in their order, when it is free. So nothing blocks under
 * it, and nothing foreign runs.
 */
interface GateMutex {

	/** Do something under the mutex. Not called under it. */
	void alone(Runnable action);

	/** Do something when the mutex is free. Called under it. */
	void later(Runnable effect);

}
