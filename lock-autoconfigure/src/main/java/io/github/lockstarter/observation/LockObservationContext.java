package io.github.lockstarter.observation;

import io.github.lockstarter.LockCall;
import io.micrometer.observation.Observation;

/**
 * Context of the observations of locks.
 */
public abstract sealed class LockObservationContext extends Observation.Context
		permits LockAcquisitionContext, LockedSectionContext {

	private final LockCall call;

	LockObservationContext(LockCall call) {
		this.call = call;
	}

	/**
	 * The lock that is asked for, or was acquired.
	 * @return the lock
	 */
	public LockCall getCall() {
		return this.call;
	}

}
