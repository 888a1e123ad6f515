package io.github.lockstarter.observation;

import io.github.lockstarter.LockCall;
import io.micrometer.observation.Observation;

/**
 * What the observations of locks know.
 */
public abstract sealed class LockObservationContext extends Observation.Context
		permits LockAcquisitionContext, LockedSectionContext {

	private final LockCall call;

	LockObservationContext(LockCall call) {
		this.call = call;
	}

	/**
	 * The lock that is asked for, or was acquired.
	 * @return which lock
	 */
	public LockCall getCall() {
		return this.call;
	}

}
