package io.github.lockstarter;

/**
 * Is told of events by a {@link LockClient} that publishes them. Called on threads of the
 * client, several at a time.
 */
@FunctionalInterface
public interface LockEventListener {

	/**
	 * Whether anybody wants to hear of an event. Asked on the thread to which it happens,
	 * so it must not block.
	 * @param event the event
	 * @return whether to call {@link #onLockEvent}
	 */
	default boolean isInterested(LockEvent event) {
		return true;
	}

	/**
	 * Is told of an event. May block; what it throws is logged.
	 * @param event the event
	 */
	void onLockEvent(LockEvent event);

}
