package io.github.lockstarter.observation;

import io.micrometer.core.instrument.observation.MeterObservationHandler;
import io.micrometer.observation.Observation;

/**
 * Keeps the default handler from making meters of the observations of locks:
 * {@link LockMetrics} already makes them, with and without tracing. It therefore comes
 * before that handler.
 */
public final class LockMeterObservationHandler implements MeterObservationHandler<LockObservationContext> {

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof LockObservationContext;
	}

}
