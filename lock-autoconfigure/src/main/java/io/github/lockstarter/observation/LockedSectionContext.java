package io.github.lockstarter.observation;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockHandle;

/**
 * Context of the observation of a guarded body.
 */
public final class LockedSectionContext extends LockObservationContext {

	private final LockHandle handle;

	/**
	 * Create the context of a body that begins.
	 * @param call the lock
	 * @param handle the ownership of it
	 */
	public LockedSectionContext(LockCall call, LockHandle handle) {
		super(call);
		this.handle = handle;
	}

	/**
	 * The ownership of the lock.
	 * @return the handle
	 */
	public LockHandle getHandle() {
		return this.handle;
	}

}
