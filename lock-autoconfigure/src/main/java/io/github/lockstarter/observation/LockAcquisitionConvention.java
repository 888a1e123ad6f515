package io.github.lockstarter.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names the observation of an acquisition and chooses its key values. A bean of this type
 * takes the place of the {@link DefaultLockAcquisitionConvention default}.
 */
public interface LockAcquisitionConvention extends ObservationConvention<LockAcquisitionContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof LockAcquisitionContext;
	}

}
