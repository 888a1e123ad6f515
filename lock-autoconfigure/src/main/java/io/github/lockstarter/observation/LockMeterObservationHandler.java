package io.github.lockstarter.observation;

import io.micrometer.core.instrument.observation.MeterObservationHandler;
import io.micrometer.observation.Observation;

/**
 * Makes no meters of the observations of locks, since {@link LockMetrics} makes them,
 * with and without tracing. Asked before the default handler, which would make them a
 * second time.
 */
public final class LockMeterObservationHandler implements MeterObservationHandler<LockObservationContext> {

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof LockObservationContext;
	}

}
