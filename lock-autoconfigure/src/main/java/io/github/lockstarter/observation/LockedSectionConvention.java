package io.github.lockstarter.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names the observation of a guarded body and chooses its key values. A bean of this type
 * takes the place of the {@link DefaultLockedSectionConvention default}.
 */
public interface LockedSectionConvention extends ObservationConvention<LockedSectionContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof LockedSectionContext;
	}

}
