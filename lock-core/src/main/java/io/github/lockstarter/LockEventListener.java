package io.github.lockstarter;

/**
 * Receives the events that a {@link LockClient} publishes. Called on threads of the
 * client, several at a time.
 */
@FunctionalInterface
public interface LockEventListener {

	/** A listener that wants no event, so that none is handed to another thread. */
	LockEventListener NONE = new LockEventListener() {

		@Override
		public boolean isInterested(LockEvent event) {
			return false;
		}

		@Override
		public void onLockEvent(LockEvent event) {
		}

	};

	/**
	 * Whether this listener wants an event. Called on the thread on which the event
	 * happens, so it must not block.
	 * @param event the event
	 * @return whether to call {@link #onLockEvent}
	 */
	default boolean isInterested(LockEvent event) {
		return true;
	}

	/**
	 * Receive an event. May block; an exception is logged.
	 * @param event the event
	 */
	void onLockEvent(LockEvent event);

}
